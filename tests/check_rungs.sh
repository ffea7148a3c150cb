#!/bin/sh
# Which rung of the ladder decides what: tests/prove/RUNG/NAME.map is a protocol, and begins with
#
#   // options: --requires=...     options of the run, if any
#   // answer: TEXT                an answer of --dump=pairs, without its steps; "possible": a model, whatever it is
#
# one line for each answer that some question gets. A rung that stops working shows here, where the next one hides it
# from the verdicts; NAME_not.map is a protocol that looks alike and has a race. Prints TAP; run from the source root:
# check_rungs.sh WARPPROOF.
set -u

tool=${1:-build/warpproof}
bad=0
for file in tests/prove/*/*.map; do
    name=${file#tests/prove/}
    options=$(sed -n 's|^// options: ||p' "$file")
    wanted=$(sed -n 's|^// answer: ||p' "$file" | LC_ALL=C sort -u)
    # shellcheck disable=SC2086
    found=$("$tool" check "$file" --dump=pairs --stop-after=pairs $options 2>/dev/null |
        sed -n 's/^ *\(impossible: .*\) \[[0-9]* steps\]$/\1/p; s/^ *possible[:,].*/possible/p' | LC_ALL=C sort -u)
    if [ -n "$wanted" ] && [ "$wanted" = "$found" ]; then
        echo "ok rungs $name"
    else
        echo "not ok rungs $name"
        echo "$found" | sed 's/^/# /'
        bad=1
    fi
done
for rung in structure algebra integers products cases ordered powers bits equal_reads writes; do
    [ -n "$(ls tests/prove/$rung/*.map 2>/dev/null)" ] || { echo "not ok rungs: no test of $rung"; bad=1; }
done
exit $bad
