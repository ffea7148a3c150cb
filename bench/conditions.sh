#!/bin/sh
# Conditions that exclude violations, kernel by kernel: conditions.sh WARPPROOF FOLDER [CLANG-OPTION...].
# Prints a line "FILE KERNEL CONDITION" for each kernel of the folder's .cu and .cl files whose races are excluded by a condition that
# is proved sufficient, and a last line with counts. Kernels of a file that does not compile do not count.
set -u

tool=$1
folder=$2
shift 2
found=$(mktemp) || exit 1
trap 'rm -f "$found"' EXIT
find "$folder" -name '*.cu' -o -name '*.cl' | LC_ALL=C sort | while read -r file; do
    "$tool" check --only=race,bounds --stats=off --launches=any --budget 4000000 --format=json "$file" -- "$@" 2>/dev/null |
        tr '\n' ' ' | sed 's/{ *"name": *"/\n&/g' | awk -v file="${file#"$folder"/}" '
        /^{ *"name"/ {
            kernel = $0; sub(/.*"display": *"/, "", kernel); sub(/".*/, "", kernel); sub(/\(.*/, "", kernel); gsub(/ /, "_", kernel)
            verdict = match($0, /"race": *"[a-z]*"/) ? substr($0, RSTART, RLENGTH - 1) : ""; sub(/.*"/, "", verdict)
            text = ""; rest = $0
            while (match(rest, /"reason": *"needs-precondition"[^}]*"detail": *"[^"]*"/)) {
                detail = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
                sub(/.*"detail": *"/, "", detail); sub(/"$/, "", detail)
                text = text (text == "" ? "" : "; ") detail
            }
            print file "\t" kernel "\t" verdict "\t" text
        }'
done >"$found"
awk -F '\t' '$4 != "" { print $1 " " $2 ": " $4; with++ } { all++; verdicts[$3]++ }
    END { printf "%d kernels: %d proved, %d refuted, %d unproved; %d with a condition\n", all, verdicts["proved"], verdicts["refuted"], verdicts["unproved"], with }' "$found"
