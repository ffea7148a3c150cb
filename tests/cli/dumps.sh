#!/bin/sh
# dumps.sh WARPPROOF: what --dump=formula, pairs and contents print of the protocols tests/cli/dumps/*.map, against the text
# files beside them, solver steps aside; and that --stats counts what was printed. Prints TAP; run from the source root.
set -u

wp=$1
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT

for source in tests/cli/dumps/*.map; do
    for dump in formula pairs contents; do
        "$wp" check --only=race,divergence --dump=$dump --stop-after=pairs "$source" | sed 's/ \[[0-9]* steps\]$//' >"$out"
        if diff -u "${source%.map}.$dump.txt" "$out" >"$out.diff"; then
            echo "ok dump $dump of $source"
        else
            echo "not ok dump $dump of $source"
            head -n 40 "$out.diff" | sed 's/^/# /'
        fi
        rm -f "$out.diff"
    done
    counted=$("$wp" check --only=race,divergence --stats "$source" | sed -n 's/.*, formulas \([0-9]*\),.*/\1/p' | awk '{ n += $1 } END { print n }')
    printed=$("$wp" check --only=race,divergence --dump=formula --stop-after=pairs "$source" | grep -c -e '^  #[0-9]* .* => ' -e ': t reaches it' -e '^  pair ')
    if [ "$counted" = "$printed" ]; then
        echo "ok formulas counted in $source"
    else
        echo "not ok formulas counted in $source: $counted, printed $printed"
    fi
done
