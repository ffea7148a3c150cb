#!/bin/sh
# Every row of docs/soundness.md names its tests in the last column, and all of them exist. Items of the list, parted
# by commas or semicolons:
#   NAME, NAME (KERNEL, ...)   tests/golden/NAME.cu or .cl, and kernels in it
#   unit test_NAME, cli NAME   tests/unit/test_NAME.c, tests/cli/NAME.sh
#   breakage `NAME`            a line of src/base/breakage.def
#   engine, differential, tests/PATH   a folder of tests
# Prints TAP; run from the source root.
set -u

page=docs/soundness.md
count=0 bad=0

complain() {
    echo "not ok soundness $line: $*"
    bad=$((bad + 1))
}

# item TEXT: one item of a row.
item() {
    case $1 in
    'unit test_'*) [ -f "tests/unit/${1#unit }.c" ] || complain "no unit test '$1'" ;;
    'cli '*) [ -f "tests/cli/${1#cli }.sh" ] || complain "no tests/cli/${1#cli }.sh" ;;
    'breakage '*) grep -q "(.*\"${1#breakage }\"" src/base/breakage.def || complain "no breakage '${1#breakage }'" ;;
    engine | differential) [ -d "tests/$1" ] || complain "no folder tests/$1" ;;
    tests/*) [ -d "$1" ] || complain "no folder $1" ;;
    *)
        kernels=$(echo "$1" | sed -n 's/^[^ ]* (\(.*\))$/\1/p')
        name=${1%% (*}
        file=tests/golden/$name.cu
        [ -f "$file" ] || file=tests/golden/$name.cl
        if [ ! -f "$file" ]; then
            complain "no tests/golden/$name.cu"
            return
        fi
        for kernel in $kernels; do
            grep -qw -- "$kernel" "$file" || complain "no kernel $kernel in $file"
        done
        ;;
    esac
}

# Rows of tables, as "LINE:LAST COLUMN", a kernel list's commas as spaces; heads and rules are left out.
awk -F '|' '/^\|/ && $0 !~ /^\|[-|]+$/ && $(NF - 1) !~ /^ test $/ {
    column = $(NF - 1)
    gsub(/`|^ +| +$/, "", column)
    while (match(column, /\([^)]*,[^)]*\)/)) {
        list = substr(column, RSTART, RLENGTH)
        gsub(/, */, " ", list)
        column = substr(column, 1, RSTART - 1) list substr(column, RSTART + RLENGTH)
    }
    print NR ":" column
}' "$page" >"${TMPDIR:-/tmp}/soundness.$$"
trap 'rm -f "${TMPDIR:-/tmp}/soundness.$$"' EXIT

while IFS=: read -r line list; do
    count=$((count + 1))
    [ -n "$list" ] && [ "$list" != - ] || complain "names no test"
    while [ -n "$list" ] && [ "$list" != - ]; do
        one=${list%%[,;]*}
        rest=${list#"$one"}
        list=$(echo "${rest#?}" | sed 's/^ *//')
        item "$one"
    done
done <"${TMPDIR:-/tmp}/soundness.$$"

[ "$count" -gt 50 ] || complain "only $count rows were read"
[ "$bad" -gt 0 ] || echo "ok soundness: $count rows name tests that exist"
[ "$bad" -eq 0 ]
