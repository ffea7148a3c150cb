#!/bin/sh
# measure-programs.sh [-b BUILD] [-o OUT] [-t SECONDS] [-n] FOLDER [CLANG OPTION...]
#
# Runs `warpproof check` on each program in FOLDER: for every launch (--launches=any), and for the launches of the program too (the
# default), and prints the table of both; seconds are those of the processor. A program is what a Makefile or CMakeLists.txt in the folder of a CUDA file with a kernel, or in
# the nearest one above it, stands for: the .cu, .cpp, .cc and .c files below that no other file there includes. Include folders are those of measure.sh. Reports and the list of runs stay in OUT
# (default BUILD/measure/NAME OF FOLDER-programs).
#
#   -b BUILD     where warpproof and bench/wp_measure were built (build)
#   -t SECONDS   limit per kernel (20)
#   -n           no runs: the table of what is in OUT
set -eu

usage() {
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

build=build out= limit=20 is_table_only=
while getopts b:o:t:n option; do
    case $option in
    b) build=$OPTARG ;;
    o) out=$OPTARG ;;
    t) limit=$OPTARG ;;
    n) is_table_only=1 ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || usage
folder=${1%/}
shift
out=${out:-$build/measure/$(basename "$folder")-programs}
runs=$out/runs.tsv

# The folder of the program that a file in this folder belongs to.
program_of() {
    at=$1
    while [ "$at" != "$folder" ] && [ ! -f "$at/Makefile" ] && [ ! -f "$at/makefile" ] && [ ! -f "$at/CMakeLists.txt" ]; do
        at=${at%/*}
    done
    if [ "$at" = "$folder" ]; then
        at=$1
    fi
    printf '%s\n' "$at"
}

# The files of a program, one a line.
files_of() {
    find "$1" -type f \( -name '*.cu' -o -name '*.cpp' -o -name '*.cc' -o -name '*.c' \) | LC_ALL=C sort | while IFS= read -r file; do
        if ! grep -rqsE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[\"<]([^\"<>]*/)?$(basename "$file")[\">]" "$1"; then
            printf '%s\n' "$file"
        fi
    done
}

# one PROGRAM any|both FILE...: a run.
one() {
    program=$1 launches=$2
    shift 2
    report=$out/$launches.$(printf '%s' "$program" | tr / @).json
    rm -f "$report"
    status=0
    # "times" prints minutes and seconds of a shell's children in its second line; user, then system
    spent=$(
        nice -n 10 timeout -k 10 600 "$build/warpproof" check --format=json --jobs=1 --timeout="$limit" --launches="$launches" -o "$report" \
            "$@" >/dev/null 2>&1 </dev/null || status=$?
        echo "$status"
        times
    )
    status=$(echo "$spent" | sed -n 1p)
    seconds=$(echo "$spent" | sed -n 3p | tr 'ms' '  ' | awk '{ printf "%.3f", 60 * ($1 + $3) + $2 + $4 }')
    printf '%s\t%s\t%s\t%s\t%s\n' "$program" "$report" "$status" "$seconds" "$launches" >>"$runs"
}

run_all() {
    find "$folder" -type d \( -name Common -o -name common -o -name inc -o -name include \) | LC_ALL=C sort | sed 's/^/-I/' >"$out/includes"
    find "$folder" -type f -name '*.cu' -exec grep -lw __global__ {} + | sed 's,/[^/]*$,,' | LC_ALL=C sort -u |
        while IFS= read -r program; do
            program_of "$program"
        done | LC_ALL=C sort -u >"$out/programs"
    while IFS= read -r option; do
        set -- "$@" "$option"
    done <"$out/includes"
    while IFS= read -r program; do
        files=$(files_of "$program")
        for launches in any both; do
            # shellcheck disable=SC2086
            one "${program#"$folder"/}" $launches $files -- "$@"
        done
    done <"$out/programs"
}

if [ -z "$is_table_only" ]; then
    mkdir -p "$out"
    rm -f "$runs"
    run_all "$@"
fi
"$build/bench/wp_measure" programs "$runs"
