#!/bin/sh
# Holds docs/files.md to src/: every .c file is named under its room, and nothing else is. Holds references to pages to
# what there is: a section that is cited as docs/PAGE.md, "SECTION" exists, and no page is cited that is not in the tree.
# Holds the size of files: 600 lines, and 450 in src/prove.
# Prints TAP, one line per room, one for sizes and one for references; run from the source root.
set -u

rooms=$(find src -name '*.c' | cut -d/ -f2 | LC_ALL=C sort -u)
echo "1..$(($(echo "$rooms" | wc -l) + 2))"
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

# Long files do the work of several.
long=$(find src include -name '*.[ch]' -exec wc -l {} + | awk '$2 != "total" { most = $2 ~ /^src\/prove\// ? 450 : 600; if ($1 > most) print " " $2 " has " $1 " lines;" }' | LC_ALL=C sort)
if [ -z "$long" ]; then
    echo "ok sizes of files"
else
    echo "not ok sizes of files:" $long
    failed=1
fi

# "FILE:REFERENCE" for each reference. A reference may be broken across lines of a comment, so each file is one line here,
# without what begins the lines of comments.
references() {
    find src docs tests bench scripts examples ./*.md -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.md' -o -name '*.sh' \
        -o -name '*.c[ul]' -o -name '*.txt' \) ! -name check_files.sh ! -path bench/results.md -print0 | LC_ALL=C sort -z |
        xargs -0 awk '
            function scan(text) {
                while (match(text, /[Dd]esign(\.md)?,? (sections? )?[0-9]+\.[0-9]|(design|semantics|users|suites|style)\.md|docs\/[a-z-]+\.md(, "[^"]*")?/)) {
                    print file ":" substr(text, RSTART, RLENGTH)
                    text = substr(text, RSTART + RLENGTH)
                }
            }
            FNR == 1 { scan(all); all = ""; file = FILENAME }
            { sub(/^[ *#]*/, ""); all = all " " $0 }
            END { scan(all) }'
}

wrong=$(references | sort -u | while IFS=: read -r file reference; do
    page=${reference%%,*}
    section=$(expr "$reference" : '[^"]*"\(.*\)"$')
    if [ ! -f "$page" ]; then
        echo " $file cites '$reference';"
    elif [ -n "$section" ] && ! grep -qxE "#+ $section" "$page"; then
        echo " $page, which $file cites, has no section '$section';"
    fi
done)
if [ -z "$wrong" ]; then
    echo "ok references to pages"
else
    echo "not ok references to pages:$(echo "$wrong" | tr '\n' ' ')"
    failed=1
fi
exit $failed
