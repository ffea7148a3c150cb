#!/bin/sh
# gpuverify-list.sh FOLDER >LIST: the CUDA files of GPUVerify's benchmarks as a list for measure.sh -g.
#
# The first line of a file says what is expected, the second its launch and options. What is not "//pass" is left out: it
# may fail for an assertion as well as for a race.
set -eu
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
printf 'path\tlang\tblock\tgrid\tflags\terr_lines\tcore\n'
(cd "$1" && find . -type f -name '*.cu') | sed 's,^\./,,' | LC_ALL=C sort | while IFS= read -r path; do
    tr -d '\r' <"$1/$path" | sed -n '1,2p' | awk -v path="$path" '
        NR == 1 { core = /^\/\/ *pass/ ? "pass" : "no" }
        NR == 2 {
            for (i = 1; i <= NF; i++) {
                word = $i
                sub(/^\/\//, "", word)
                if (word ~ /^--(block|grid)Dim=/) {
                    kind = word ~ /^--block/ ? "block" : "grid"
                    gsub(/^--[a-z]*Dim=|\[|\]/, "", word)
                    size[kind] = word
                } else if (word ~ /^-D/)
                    flags = flags " " word
            }
        }
        END { printf "%s\tCUDA\t%s\t%s\t%s\t\t%s\n", path, size["block"], size["grid"], substr(flags, 2), core }'
done
