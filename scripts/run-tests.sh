#!/bin/sh
# run-tests.sh BUILD...: runs the test programs listed in BUILD/tests.list, several at
# a time, and adds up the TAP lines they print. The last line is "N passed, N failed";
# it is also left in the first BUILD's tests.summary. Exit 1 unless all passed.
#
# A program counts one failure of its own if it ends with a bad status without having
# said "not ok", runs over time, announces another number of tests than it ran, or
# runs none. "ok ... # SKIP why" is neither passed nor failed and is listed.
# Output stays in BUILD/tests/NAME.{out,err}.
#
#   WP_TESTS=golden         only programs whose name contains this
#   WP_TEST_TIMEOUT_S=2400  for each program
set -u

timeout_s=${WP_TEST_TIMEOUT_S:-2400}
tab=$(printf '\t')

# One program: `--one BUILD NAME COMMAND`; leaves "passed failed skipped" in NAME.sum.
run_one() {
    build=$1 name=$2 command=$3
    log=$build/tests/$name
    begin=$(date +%s)
    timeout -k 10 $timeout_s sh -c "exec $command" >"$log.out" 2>"$log.err" </dev/null
    status=$?
    took=$(($(date +%s) - begin))
    # Processor time of the program and all it started, also where others ran beside it.
    times >"$log.times"
    cpu=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] }; printf "%d", s }' "$log.times")
    awk -v status=$status '
        /^1\.\.[0-9]+/ { planned += substr($0, 4) + 0; has_plan = 1 }
        /^ok([ \t]|$)/ { if (tolower($0) ~ /# *skip/) skipped++; else passed++ }
        /^not ok([ \t]|$)/ { failed++ }
        END {
            ran = passed + failed + skipped
            if (status == 124 || status == 137) why = "ran over time"
            else if (status != 0 && failed == 0) why = "ended with status " status
            else if (ran == 0) why = "ran no tests"
            else if (has_plan && planned != ran) why = "ran " ran " of " planned " tests"
            if (why != "") failed++
            print passed + 0, failed + 0, skipped + 0, why
        }' "$log.out" >"$log.sum"
    read -r passed failed skipped why <"$log.sum"
    {
        echo "$build $name: $passed passed, $failed failed${why:+ ($why)}, $took s, $cpu s of processor time"
        grep -i '^ok.*# *skip' "$log.out"
        if [ "$failed" -gt 0 ]; then
            grep -A 4 '^not ok' "$log.out" | head -n 200 | sed 's/^/    /'
            tail -n 40 "$log.err" | sed 's/^/    /'
        fi
    } >"$log.report"
    cat "$log.report"
}

if [ "${1:-}" = --one ]; then
    run_one "$2" "$3" "$4"
    exit 0
fi
[ $# -gt 0 ] || { echo "usage: run-tests.sh BUILD..." >&2; exit 2; }

export CMOCKA_MESSAGE_OUTPUT=TAP
# The solver allocates much: of each allocation two frames are kept, and little of what is freed.
export ASAN_OPTIONS="${ASAN_OPTIONS:-malloc_context_size=2:quarantine_size_mb=4}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"

first=$1
rm -f "$first/tests.summary"
# Reports of the golden tests, compared between the builds (tests/golden/beside.c).
WP_TEST_REPORTS=$first/tests/reports
export WP_TEST_REPORTS
rm -rf "$WP_TEST_REPORTS"
for build in "$@"; do
    rm -rf "$build"/tests/*.sum
    mkdir -p "$build/tests"
done
# Those that take minutes begin first, so that none of them runs alone at the end.
for part in long rest; do
    for build in "$@"; do
        while IFS=$tab read -r name command; do
            case $name in
            golden | twins | engine | combinations | theorem | lost) is=long ;;
            *) is=rest ;;
            esac
            case $name in
            '') ;;
            *"${WP_TESTS:-}"*) [ $is = $part ] && printf '%s\0%s\0%s\0' "$build" "$name" "$command" ;;
            esac
        done <"$build/tests.list"
    done
done | xargs -0 -r -n 3 -P "$(nproc)" sh "$0" --one

sums=$(for build in "$@"; do ls "$build"/tests/*.sum 2>/dev/null; done)
[ -n "$sums" ] || { echo "no tests" >&2; sums=/dev/null; }
# shellcheck disable=SC2086
awk '{ passed += $1; failed += $2 }
     END { if (NR == 0) failed = 1
           printf "%d passed, %d failed\n", passed, failed }' $sums | tee "$first/tests.summary"
grep -q ' 0 failed$' "$first/tests.summary"
