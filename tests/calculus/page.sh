#!/bin/sh
# page.sh WARPPROOF [--write]: the commands of docs/calculus.md print what the page says; functions it
# names exist. Prints TAP; run from the source root. --write puts the outputs into the page.
set -u

wp=$1
page=docs/calculus.md
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# Each command of the page, run in turn, with its output indented as in the page.
awk '/^    \$ / { sub(/^    \$ /, ""); print }' "$page" >"$dir/commands"
number=0
while IFS= read -r command; do
    number=$((number + 1))
    run=$(printf '%s\n' "$command" | sed "s,warpproof \([a-z]\),$wp \1,g")
    sh -c "$run" 2>&1 </dev/null | sed 's/^/    /; s/ *$//' >"$dir/output.$number"
done <"$dir/commands"

# The page with these outputs: a block of indented lines that begins with a command is made anew.
awk -v dir="$dir" '
    /^    \$ / { print; number++; file = dir "/output." number; while ((getline line <file) > 0) print line; close(file); skipping = 1; next }
    skipping && /^    / { next }
    skipping && /^$/ { held = held "\n"; next }
    { if (skipping && held == "") held = ""; printf "%s", held; held = ""; skipping = 0; print }
    END { printf "%s", held }' "$page" >"$dir/page"

if [ "${2:-}" = --write ]; then
    cp "$dir/page" "$page"
    exit 0
fi
if cmp -s "$page" "$dir/page"; then
    echo "ok page outputs of $number commands"
else
    echo "not ok page outputs of $number commands"
    diff "$page" "$dir/page" | head -40 | sed 's/^/# /'
fi
missing=
for function in $(awk -F'|' '/^\| [a-zA-Z].*\|.*`[a-z_]+`/ { print $4 }' "$page" | grep -o '[a-z_]*' | sort -u); do
    grep -q "[ *]$function(" src/calculus/*.c || missing="$missing $function"
done
if [ -z "$missing" ]; then echo "ok page functions"; else echo "not ok page functions:$missing"; fi
