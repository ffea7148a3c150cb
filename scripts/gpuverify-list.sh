#!/bin/sh
# gpuverify-list.sh [-c] FOLDER >LIST: the CUDA files of GPUVerify's benchmarks as a list for measure.sh -g, with -c the OpenCL files.
#
# The first line of a file says what is expected, the second its launch and options. What is not "//pass" is left out: it
# may fail for an assertion as well as for a race.
set -eu
name='*.cu' language=CUDA
if [ "${1:-}" = -c ]; then
    name='*.cl' language=OpenCL
    shift
fi
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
printf 'path\tlang\tblock\tgrid\tflags\terr_lines\tcore\n'
(cd "$1" && find . -type f -name "$name") | sed 's,^\./,,' | LC_ALL=C sort | while IFS= read -r path; do
    tr -d '\r' <"$1/$path" | sed -n '1,2p' | awk -v path="$path" -v language=$language '
        NR == 1 { core = tolower($0) ~ /^\/\/ *pass/ ? "pass" : "no" }
        NR == 2 {
            for (i = 1; i <= NF; i++) {
                word = $i
                sub(/^\/\//, "", word)
                if (word ~ /^--(blockDim|gridDim|local_size|num_groups|global_size)=/) {
                    kind = word ~ /^--(block|local)/ ? "block" : "grid"
                    is_global = word ~ /^--global/
                    gsub(/^--[a-zA-Z_]*=|\[|\]/, "", word)
                    size[kind] = is_global ? "global=" word : word
                } else if (word ~ /^-D/)
                    flags = flags " " word
            }
        }
        END { printf "%s\t%s\t%s\t%s\t%s\t\t%s\n", path, language, size["block"], size["grid"], substr(flags, 2), core }'
done
