#!/bin/sh
# measure.sh [-b BUILD] [-o OUT] [-t SECONDS] [-c] [-d LIST] [-g TSV | -l LIST] FOLDER [CLANG OPTION...]
#
# Runs `warpproof check` on each CUDA file with a kernel in FOLDER, one at a time, and
# prints the table of what it said. Reports and the list of runs stay in OUT
# (default BUILD/measure/NAME OF FOLDER). Every folder in FOLDER that is named Common,
# common, inc or include is an include folder for all.
#
#   -b BUILD     where warpproof and bench/wp_measure were built (build)
#   -t SECONDS   limit per kernel (20)
#   -c           OpenCL: the .cl files of FOLDER, the OpenCL rows of the list
#   -d LIST      clang options of files, such as macros that a host defines (bench/lists/opencl.tsv). Columns: the
#                end of a path, or all of it, with * and ?; options ("@" stands for the folder of the file). A file
#                gets those of all rows that match
#   -g TSV       FOLDER holds GPUVerify's test suite: run the rows of this list that are CUDA's
#                with their launch. Columns that are used: path, lang, block, grid,
#                flags, err_lines and core; rows with core "no" are left out.
#   -l LIST      the kernels of a list of known answers (bench/lists). Columns: path, kernel
#                (empty: all of the file), options, clang (options for clang), expected
#                (see bench/measure_list.c), note. "@" in clang stands for FOLDER
#   -s COUNT     no runs, no table: a sample of the findings in OUT, every n-th
#   -n           no runs: the table of what is in OUT
set -eu

usage() {
    sed -n '2,24s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

build=build out= limit=20 language=CUDA defines= list= answers= sample= is_table_only=
while getopts b:o:t:cd:g:l:s:n option; do
    case $option in
    b) build=$OPTARG ;;
    o) out=$OPTARG ;;
    t) limit=$OPTARG ;;
    c) language=OpenCL ;;
    d) defines=$OPTARG ;;
    g) list=$OPTARG ;;
    l) answers=$OPTARG ;;
    s) sample=$OPTARG ;;
    n) is_table_only=1 ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || usage
folder=${1%/}
shift
out=${out:-$build/measure/$(basename "$folder")${answers:+-$(basename "$answers" .tsv)}}
[ $language = CUDA ] || out=$out-$language
runs=$out/runs.tsv
tab=$(printf '\t')
table=${list:+gpuverify}${answers:+list}
table=${table:-suite}

# Whether another source of the folder includes this one.
is_included() {
    grep -rqsE --include='*.cu' --include='*.cuh' --include='*.cl' --include='*.h' --include='*.c' --include='*.cpp' \
        "^[[:space:]]*#[[:space:]]*include[[:space:]]*[\"<]([^\"<>]*/)?$(basename "$1")[\">]" \
        "$folder"
}

now() {
    date +%s.%N
}

# one PATH EXPECTED LINES OPTION...: a run; the file's path is relative to the folder.
one() {
    path=$1 expected=$2 lines=$3
    shift 3
    number=$((${number:-0} + 1))
    report=$out/$number.$(printf '%s' "$path" | tr / @).json
    rm -f "$report"
    start=$(now)
    status=0
    nice -n 10 timeout -k 10 1800 "$build/warpproof" check --format=json --jobs=1 \
        --timeout="$limit" -o "$report" "$folder/$path" "$@" >/dev/null 2>&1 </dev/null ||
        status=$?
    seconds=$(echo "$start $(now)" | awk '{ printf "%.3f", $2 - $1 }')
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$path" "$report" "$status" "$seconds" "$expected" \
        "$lines" >>"$runs"
}

# options_of PATH: what the list of option -d has for a file, a word in each line.
options_of() {
    [ -n "$defines" ] || return 0
    while IFS="$tab" read -r pattern options; do
        case $1 in
        '' | '#'*) ;;
        # shellcheck disable=SC2254 # a pattern
        $pattern | */$pattern)
            for option in $options; do
                case $option in
                *@*) option=${option%%@*}$folder/$(dirname "$1")${option#*@} ;;
                esac
                printf '%s\n' "$option"
            done
            ;;
        esac
    done <"$defines"
}

run_suite() {
    name='*.cu' word='__global__'
    [ $language = CUDA ] || name='*.cl' word='(__)?kernel'
    (cd "$folder" && find . -type f -name "$name" -exec grep -lwE "$word" {} +) |
        sed 's,^\./,,' | LC_ALL=C sort >"$out/files"
    includes=$out/includes
    find "$folder" -type d \( -name Common -o -name common -o -name inc -o -name include \) |
        LC_ALL=C sort | sed 's/^/-I/' >"$includes"
    while IFS= read -r option; do
        set -- "$@" "$option"
    done <"$includes"
    while IFS= read -r path; do
        kind=
        if is_included "$path"; then
            kind=fragment
        fi
        # shellcheck disable=SC2046 # options are words
        one "$path" "$kind" "" -- "$@" $(options_of "$path")
    done <"$out/files"
}

# --block or --grid for a launch column, nothing if a number in it is free.
launch_option() {
    case $2 in
    '' | *'*'*) ;;
    global=*) printf -- '--global-size=%s' "${2#global=}" ;;
    *) printf -- '--%s=%s' "$1" "$2" ;;
    esac
}

run_gpuverify() {
    awk -F '\t' -v language=$language 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["lang"] == language && $column["core"] != "no" {
            print $column["path"] "|" $column["block"] "|" $column["grid"] "|" \
                $column["flags"] "|" $column["err_lines"] "|" $column["core"] }' "$list" \
        >"$out/files"
    while IFS='|' read -r path block grid flags lines core; do
        set -- --annotations=gpuverify --barrier-exit=diverge
        case $block,$grid in
        *'*'*,global=*) grid= ;; # a number of work-items without the size of a work-group
        esac
        for option in $(launch_option block "$block") $(launch_option grid "$grid"); do
            set -- "$@" "$option"
        done
        set -- "$@" --
        for flag in $flags; do
            case $flag in
            -D*) set -- "$@" "$flag" ;;
            esac
        done
        one "$path" "$core" "$lines" "$@"
    done <"$out/files"
}

# Each row of the list: its options are words, without quotes inside.
run_list() {
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        /^#/ || NF == 0 { next }
        { print $column["path"] "|" $column["kernel"] "|" $column["options"] "|" $column["clang"] "|" \
              $column["expected"] "|" $column["note"] }' "$answers" >"$out/files"
    while IFS='|' read -r path kernel options flags expected note; do
        set -- --only=race,divergence
        [ -z "$kernel" ] || set -- "$@" "--kernel=$kernel"
        for option in $options; do
            set -- "$@" "$option"
        done
        set -- "$@" --
        for flag in $flags; do
            case $flag in
            *@*) flag=${flag%%@*}$folder${flag#*@} ;;
            esac
            set -- "$@" "$flag"
        done
        one "$path" "$expected" "$kernel${options:+ $options}$tab$note" "$@"
    done <"$out/files"
}

if [ -z "$sample$is_table_only" ]; then
    mkdir -p "$out"
    rm -f "$runs"
    "run_$table" "$@"
fi
if [ -n "$sample" ]; then
    "$build/bench/wp_measure" sample "$sample" "$runs"
else
    "$build/bench/wp_measure" "$table" "$runs"
fi
