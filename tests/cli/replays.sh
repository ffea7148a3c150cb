#!/bin/sh
# replays.sh WARPPROOF FILE...: every confirmed finding of `check` is confirmed again by
# `simulate --replay` of its witness file. Prints TAP; run from the source root.
set -u

wp=$1
shift
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
for source in "$@"; do
    rm -rf "$dir/found"
    "$wp" check --only=race,divergence --witness-dir "$dir/found" "$source" >"$dir/out" 2>&1
    count=0 wrong=
    for witness in $(sed -n 's/.*run it again: .*--replay //p' "$dir/out"); do
        name=$(basename "$witness")
        # The line before says whether check confirmed it.
        grep -B1 -F "$name" "$dir/out" | grep -q '(replayed)$' || continue
        count=$((count + 1))
        "$wp" simulate --replay "$witness" >"$dir/replay" 2>&1
        grep -q 'replay: confirmed' "$dir/replay" || wrong="$wrong $name"
    done
    if [ -z "$wrong" ]; then
        echo "ok replays $source ($count)"
    else
        echo "not ok replays $source:$wrong"
    fi
done
