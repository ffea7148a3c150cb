#!/bin/sh
# Holds the includes of src/ to the order of the rooms: a room includes only its own
# headers and those of rooms on an earlier line. Others' libraries are each included
# by one room. Inside src/prove a file includes headers of its own folder and of those before
# it. Prints TAP, one line per room; run from the source root.
set -u

rooms='base
term
kernel
host
front llvm protocol finding
calculus smt simulate integer
prove search
check
report
lsp
cli'

folders='frame order rung value decide witness condition property'

# disorder ROOT: one line per include in src/prove of a folder that comes later.
disorder() {
    find "$1/src/prove" -mindepth 2 -type f -name '*.[ch]' | sort | xargs -r awk -v folders="$folders" '
        BEGIN { count = split(folders, name, " "); for (i = 1; i <= count; i++) level[name[i]] = i }
        /^#include "prove\/[a-z]*\// {
            here = FILENAME; sub(/.*src\/prove\//, "", here); sub(/\/.*/, "", here)
            there = $2; sub(/^"prove\//, "", there); sub(/\/.*/, "", there)
            if (!(here in level)) print FILENAME ": not a known folder"
            else if (!(there in level) || level[there] > level[here]) printf "%s:%d: %s\n", FILENAME, FNR, $2
        }'
}

# violations ROOT ROOM: one line per wrong include.
violations() {
    find "$1/src/$2" -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.inc' \) | sort |
        xargs -r awk -v rooms="$rooms" -v room="$2" '
        BEGIN {
            levels = split(rooms, line, "\n")
            for (i = 1; i <= levels; i++) {
                count = split(line[i], name, " ")
                for (j = 1; j <= count; j++) level[name[j]] = i
            }
            owner["llvm-c"] = "llvm"; owner["z3"] = "smt"; owner["jansson"] = "report lsp"
        }
        !/^[ \t]*#[ \t]*include[ \t]*[<"]/ { next }
        {
            path = $0
            sub(/^[ \t]*#[ \t]*include[ \t]*[<"]/, "", path)
            sub(/[>"].*/, "", path)
            is_ours = $0 ~ /include[ \t]*"/
            top = path
            sub(/\/.*/, "", top)
            library = top
            sub(/(_[a-z]+)?\.h$/, "", library)
            why = ""
            if (library in owner) {
                if (!index(" " owner[library] " ", " " room " ")) why = "only src/" owner[library] " may include " library
            } else if (top in level && top != path) {
                if (top != room && level[top] >= level[room]) why = top " is not left of " room
            } else if (is_ours && top != "warpproof") {
                why = "not of the form room/file.h"
            }
            if (why != "") printf "%s:%d: %s (%s)\n", FILENAME, FNR, path, why
        }'
}

is_room() {
    echo "$rooms" | tr ' ' '\n' | grep -qx "$1"
}

# The check itself: a tree with one include of each wrong kind, and allowed ones.
self_test() {
    tree=$(mktemp -d) || return 1
    mkdir -p "$tree/src/term" "$tree/src/smt" "$tree/src/prove"
    printf '%s\n' '#include "term/term.h"' '#include "base/vec.h"' '#include <stdint.h>' \
        '#include "kernel/kernel.h"' '  # include <z3.h>' '#include "llvm-c/Core.h"' \
        '#include "vec.h"' '#include <jansson.h>' '#include "kernel/ops.def"' >"$tree/src/term/a.c"
    printf '%s\n' '#include <z3.h>' '#include "term/term.h"' '#include "calculus/parse.h"' \
        '#include <llvm-c/Core.h>' >"$tree/src/smt/a.h"
    printf '%s\n' '#include "smt/smt.h"' '#include "search/search.h"' >"$tree/src/prove/a.c"
    mkdir -p "$tree/src/prove/order" "$tree/src/prove/rung"
    printf '%s\n' '#include "prove/frame/a.h"' '#include "prove/order/b.h"' '#include "prove/rung/a.h"' >"$tree/src/prove/order/a.c"
    folder_found=$(disorder "$tree" | sed 's/.*prove\/\([a-z]*\)\/[^:]*:\([0-9]*\):.*/\1\2/')
    found=$(for room in term smt prove; do violations "$tree" $room; done |
        sed 's/.*src\/\([a-z]*\)\/[^:]*:\([0-9]*\):.*/\1\2/' | tr '\n' ' ')
    rm -rf "$tree"
    [ "$found" = "term4 term5 term6 term7 term8 term9 smt3 smt4 prove2 " ] && [ "$folder_found" = order3 ]
}

if self_test; then
    echo "ok layers check finds each kind of wrong include"
else
    echo "not ok layers check finds each kind of wrong include: $found"
fi

for directory in src/*/; do
    room=$(basename "$directory")
    if ! is_room "$room"; then
        echo "not ok layers $room: not a known room"
        continue
    fi
    found=$(violations . "$room")
    if [ -z "$found" ]; then
        echo "ok layers $room"
    else
        echo "not ok layers $room"
        echo "$found" | sed 's/^/# /'
    fi
done

found=$(disorder .)
if [ -z "$found" ]; then
    echo "ok layers folders of prove"
else
    echo "not ok layers folders of prove"
    echo "$found" | sed 's/^/# /'
fi
