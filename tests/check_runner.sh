#!/bin/sh
# scripts/run-tests.sh against programs that pass, fail, crash, stop early, run nothing
# or hang: none may count as passed that did not. Prints TAP; run from the source root.
set -u

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tab=$(printf '\t')

# expect NAME SUMMARY SCRIPT: the script as the only test program.
expect() {
    printf '%s\n' "$3" >"$folder/program"
    printf '%s\n' "program${tab}sh $folder/program" >"$folder/tests.list"
    output=$(WP_TESTS='' WP_TEST_TIMEOUT_S=2 sh scripts/run-tests.sh "$folder" 2>&1)
    status=$?
    last=$(echo "$output" | tail -n 1)
    wanted=1
    case $2 in *' 0 failed') wanted=0 ;; esac
    if [ "$last" = "$2" ] && [ $status -eq $wanted ]; then
        echo "ok runner $1"
    else
        echo "not ok runner $1: '$last', status $status"
    fi
}

expect passes '2 passed, 0 failed' 'echo ok 1; echo "ok 2 - name"; echo "1..2"'
expect fails '1 passed, 1 failed' 'echo ok a; echo "not ok b: why"; exit 1'
expect crashes '1 passed, 1 failed' 'echo ok a; kill -SEGV $$'
expect bad_status '1 passed, 1 failed' 'echo ok a; exit 3'
expect stops_early '1 passed, 1 failed' 'echo "1..2"; echo ok 1'
expect runs_nothing '0 passed, 1 failed' 'echo okay; echo "# ok"'
expect hangs '1 passed, 1 failed' 'echo ok a; sleep 60'
expect skips '1 passed, 0 failed' 'echo ok a; echo "ok b # SKIP no toolkit"'

: >"$folder/tests.list"
if sh scripts/run-tests.sh "$folder" >"$folder/output" 2>&1; then
    echo "not ok runner empty list"
else
    echo "ok runner empty list"
fi
