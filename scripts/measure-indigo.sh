#!/bin/sh
# measure-indigo.sh [-o OUT] [-t SECONDS] INDIGO [CHECK OPTION...]
#
# Generates the CUDA programs of the Indigo suite (a clone of burtscher/IndigoSuite, with its
# own generator, which needs python3) and checks each: what its name says of planted bugs,
# against what was said. atomicBug, guardBug, syncBug and raceBug are races; boundsBug is
# an access out of bounds, and no race. A list of known answers is made of the names and
# given to measure.sh -l; CHECK OPTIONs are those of every program (default --launches=program).
set -eu

out=build/measure/indigo limit=60
while getopts o:t: option; do
    case $option in
    o) out=$OPTARG ;;
    t) limit=$OPTARG ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
indigo=$1
shift
options=${*:---launches=program}
[ -f "$indigo/Generators/generate_CUDA_codes.py" ] || { echo "$indigo: no clone of IndigoSuite" >&2; exit 2; }
command -v python3 >/dev/null || { echo "python3 is needed (Debian package python3)" >&2; exit 2; }

mkdir -p "$out/programs"
programs=$(cd "$out/programs" && pwd)
here=$(pwd)
generators=$(cd "$indigo/Generators" && pwd)
if [ -z "$(find "$programs" -name '*.cu' -print -quit)" ]; then
    mkdir -p "$programs/include"
    cp "$generators/sources_include/indigo_cuda.h" "$programs/include"
    cd "$generators" # the generator reads configure.txt of the folder that it is started in
    for source in CUDA_sources/*.idg; do
        mkdir -p "$programs/$(basename "$source" .idg)"
        python3 generate_CUDA_codes.py "$source" ../copyright.txt "$programs" >/dev/null
    done
    cd "$here"
fi

list=$out/indigo.tsv
printf 'path\tkernel\toptions\tclang\texpected\tnote\n' >"$list"
(cd "$programs" && find . -name '*.cu' | LC_ALL=C sort) | sed 's/^\.\///' | while read -r path; do
    case $path in
    *atomicBug* | *guardBug* | *syncBug* | *raceBug*) expected=race ;;
    *) expected=proved ;;
    esac
    printf '%s\t\t%s\t-I@/include\t%s\t\n' "$path" "$options" "$expected"
done >>"$list"
exec sh "$(dirname "$0")/measure.sh" -t "$limit" -o "$out" -l "$list" "$programs"
