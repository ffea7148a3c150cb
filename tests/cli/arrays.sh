#!/bin/sh
# arrays.sh WARPPROOF: what other arrays a kernel has changes nothing about a proof that rests on the contents of
# one array. The flag of tests/golden/flag_rounds.cu gets every number from 2 to 70 by arrays that nobody uses before it:
# where it is not free of races, divergence is never proved. Prints TAP; run from the source root.
set -u

wp=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

"$wp" map --kernel rounds_racy tests/golden/flag_rounds.cu >"$folder/racy"
"$wp" map --kernel rounds_free tests/golden/flag_rounds.cu >"$folder/free"

# padded FILE COUNT: unused arrays before the flag
padded() {
    awk -v count="$2" '/^  array changed:/ { for (i = 0; i < count; i++) printf "  array pad%d: static shared element 4 extent 4\n", i } { print }' "$1"
}

# divergence FILE COUNT: the verdict
divergence() {
    padded "$1" "$2" >"$folder/padded.map"
    "$wp" check --only=divergence --format=json --stats=off "$folder/padded.map" | grep -o '"divergence": *"[a-z]*"' | sed -n '1s/.*: *//p'
}

echo 1..2
wrong=
for count in 0 1 2 30 31 32 59 60 61 62 63 64 65 66; do
    verdict=$(divergence "$folder/racy" $count)
    [ "$verdict" = '"unproved"' ] || wrong="$wrong $count:$verdict"
done
if [ -z "$wrong" ]; then echo "ok a flag that races proves nothing"; else echo "not ok a flag that races proves nothing:$wrong"; fi
wrong=
for count in 0 1 31 59 60 61; do
    verdict=$(divergence "$folder/free" $count)
    [ "$verdict" = '"proved"' ] || wrong="$wrong $count:$verdict"
done
if [ -z "$wrong" ]; then echo "ok one of the first 64 arrays that does not race does"; else echo "not ok one of the first 64 arrays that does not race does:$wrong"; fi
