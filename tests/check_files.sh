#!/bin/sh
# Holds docs/files.md to src/: every .c file is named under its room, and nothing else is.
# Prints TAP, one line per room; run from the source root.
set -u

rooms=$(find src -name '*.c' | cut -d/ -f2 | LC_ALL=C sort -u)
echo "1..$(echo "$rooms" | wc -l)"
failed=0
for room in $rooms; do
    # shellcheck disable=SC2046
    set -- $(awk -F'|' -v room="$room" '
        /^\|/ && $3 ~ /^ *$/ { here = index(", " $2 ",", " " room ",") || index($2, " " room " ") }
        here && $2 ~ /\.c/ { gsub(/,/, " ", $2); print $2 }' docs/files.md)
    wrong=
    for file in $(find src/"$room" -name '*.c'); do
        case " $* " in *" $(basename "$file") "*) ;; *) wrong="$wrong $file is not named;" ;; esac
    done
    if [ -z "$wrong" ]; then
        echo "ok files of $room"
    else
        echo "not ok files of $room:$wrong"
        failed=1
    fi
done
for name in $(grep -o '[a-z0-9_]*\.c\b' docs/files.md | sort -u); do
    [ -n "$(find src -name "$name")" ] || { echo "# no file is called $name"; failed=1; }
done
exit $failed
