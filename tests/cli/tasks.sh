#!/bin/sh
# tasks.sh WARPPROOF: docs/five-tasks.md is what happens: its files are made, its commands run, what they print compared. Prints
# TAP; run from the source root.
set -u

wp=$1
suite=tasks
page=$PWD/docs/five-tasks.md
. tests/cli/expect.sh
mkdir bin work
ln -s "$wp" bin/warpproof
WARPPROOF_SHARE=$root/share/warpproof
PATH=$dir/bin:$PATH
export WARPPROOF_SHARE PATH

# Files, and for each "$ command" a script and what it shall print.
awk '
    /^`[a-z.]*`:$/ { name = $0; gsub(/[`:]/, "", name) }
    /^```c$/ { to = "work/" name; next }
    /^```console$/ { console = 1; next }
    /^```$/ { to = ""; console = 0; next }
    to { print > to }
    console && /^\$ / { n++; print substr($0, 3) > ("command" n); printf "" > ("wanted" n); next }
    console { print > ("wanted" n) }
    END { print n > "count" }' "$page"

# matches WANTED OUT: every line in order; "..." stands for any lines, or for the rest of a line.
matches() {
    awk 'NR == FNR { wanted[++w] = $0; next } { out[++o] = $0 }
        END {
            at = 1; free = 0
            for (i = 1; i <= w; i++) {
                if (wanted[i] == "...") { free = 1; continue }
                line = wanted[i]; part = sub(/ ?\.\.\.$/, "", line)
                while (at <= o && free && !(part ? index(out[at], line) == 1 : out[at] == line)) at++
                if (at > o || !(part ? index(out[at], line) == 1 : out[at] == line)) exit 1
                at++; free = 0
            }
            exit !(free || at > o)
        }' "$1" "$2"
}

count=$(cat count)
[ "$count" -ge 15 ]; result $? "the page has $count commands"
status=0 n=1
cd work || exit 1
while [ "$n" -le "$count" ]; do
    command=$(cat "../command$n")
    if [ "$command" = 'echo $?' ]; then
        echo $status >../out
    else
        sh -c "$command" >../out 2>../err </dev/null
        status=$?
    fi
    matches "../wanted$n" ../out
    ok=$?
    cp ../out ../err . 2>/dev/null
    result $ok "$(printf "%s" "$command" | head -n 1 | tr -d "\\\\")"
    rm -f out err
    n=$((n + 1))
done
