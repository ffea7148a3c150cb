#!/bin/sh
# keep.sh THEOREM RUN_GOLDEN WARPPROOF: a disagreement that the test of Theorem 1 finds becomes a
# golden test, and one that holds of the calculus as it is. Rules are broken to have disagreements.
# Prints TAP.
set -u

theorem=$1 run_golden=$2 wp=$3
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

for rule in T_SEQ T_B SEQ FOR_2 MAP_GUARD; do
    "$theorem" -n 0 -b $rule -k "$dir" >"$dir/out" 2>&1
    file=$dir/theorem_$(echo $rule | tr 'A-Z' 'a-z').baby
    if [ -s "$file" ] && grep -q "^# kept as $file" "$dir/out"; then
        echo "ok kept broken rule $rule"
    else
        echo "not ok kept broken rule $rule"
        head -n 5 "$dir/out" | sed 's/^/# /'
    fi
done
"$run_golden" "$wp" "$dir" --confirmed >"$dir/golden"
passed=$(grep -c '^ok theorem_' "$dir/golden")
if [ "$passed" -eq 5 ]; then
    echo "ok kept files are golden tests that pass"
else
    echo "not ok kept files are golden tests that pass: $passed of 5"
    grep -v '^ok' "$dir/golden" | sed 's/^/# /'
fi
if "$theorem" -n 0 -q "$dir"/theorem_*.baby >"$dir/out" && [ "$(grep -c '^ok theorem .*baby$' "$dir/out")" -eq 5 ]; then
    echo "ok kept files are judged again"
else
    echo "not ok kept files are judged again"
    head -n 5 "$dir/out" | sed 's/^/# /'
fi
