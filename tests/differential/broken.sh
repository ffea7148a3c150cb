#!/bin/sh
# broken.sh BUILD SEED [RULE...]: breaks the rules of src/base/breakage.def one at a time, all of them or those named. For each it
# prints which golden tests fail with it (each process of the runner stops at its first), or else which random kernel does. BUILD
# was configured with -DWP_BREAKABLE=ON. Exit status 1 if a rule goes unnoticed, or if a test fails with nothing broken. Run from
# the source root.
set -u

build=$1 seed=$2
shift 2
[ $# -gt 0 ] || set -- $(sed -n 's/^BREAKAGE([A-Z_]*, "\([a-z]*\)".*/\1/p' src/base/breakage.def)
status=0

failing() { # RULE [OPTIONS]: the golden tests that fail with the rule broken
    rule=$1
    shift
    WP_BREAK=$rule "$build/tests/golden/run_golden" "$build/warpproof" tests/golden --confirmed "$@" | sed -n 's/^not ok \([^:]*\):.*/\1/p'
}

for rule in "$@"; do
    noticed=
    for test in $(failing "$rule" --first); do
        if failing none --only "$test" | grep -q .; then
            echo "$test fails with nothing broken"
            status=1
        else
            noticed="$noticed $test"
        fi
    done
    if [ -n "$noticed" ]; then
        printf '%-10s noticed by%s\n' "$rule" "$noticed"
    else
        "$build/tests/differential/differential" -b "$rule" -n 2000 -s "$seed" || status=1
    fi
done
exit $status
