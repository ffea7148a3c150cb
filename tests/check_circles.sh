#!/bin/sh
# Circles between files of src/prove: files that use each other's functions, directly or through others. Counts the
# strongly connected components of more than one file, by the symbols of the objects in BUILD/src/prove/libwp_prove.a.
# Prints TAP; run from the source root: check_circles.sh BUILD.
set -u

build=${1:-build}
most=0

# circles LIBRARY: one line per circle, its files.
circles() {
    nm -A "$1" 2>/dev/null | awk '
    {
        object = $0
        sub(/:[^:]*$/, "", object); sub(/.*:/, "", object); sub(/\.c\.o$/, "", object)
        if ($(NF - 1) == "U") { used[object, ++uses[object]] = $NF }
        else if ($(NF - 1) ~ /^[TRDB]$/) { owner[$NF] = object }
        if (!(object in uses)) uses[object] = 0
    }
    # Tarjan: the members of each component of more than one object.
    function visit(v,    i, w, members, count) {
        number[v] = low[v] = ++last; stack[++top] = v; on[v] = 1
        for (i = 1; i <= uses[v]; i++) {
            w = owner[used[v, i]]
            if (w == "" || w == v) continue
            if (!(w in number)) { visit(w); if (low[w] < low[v]) low[v] = low[w] }
            else if (on[w] && number[w] < low[v]) low[v] = number[w]
        }
        if (low[v] != number[v]) return
        count = 0; members = ""
        do { w = stack[top--]; on[w] = 0; members = members " " w; count++ } while (w != v)
        if (count > 1) print members
    }
    END { for (v in uses) if (!(v in number)) visit(v) }'
}

# The check itself: two files that use each other, and a third that uses both.
self_test() {
    tree=$(mktemp -d) || return 1
    printf 'int b(void); int a(void); int a(void) { return b(); }\n' >"$tree/a.c"
    printf 'int a(void); int b(void); int b(void) { return a(); }\n' >"$tree/b.c"
    printf 'int a(void); int c(void); int c(void) { return a(); }\n' >"$tree/c.c"
    for file in a b c; do cc -c "$tree/$file.c" -o "$tree/$file.c.o" || return 1; done
    ar rc "$tree/x.a" "$tree"/*.c.o
    found=$(circles "$tree/x.a" | tr ' ' '\n' | sort | tr '\n' ' ')
    rm -rf "$tree"
    [ "$found" = " a b " ]
}

if self_test; then
    echo "ok circles check finds a circle"
else
    echo "not ok circles check finds a circle: '$found'"
fi

library=$build/src/prove/libwp_prove.a
if [ ! -f "$library" ]; then
    echo "not ok circles of prove: no $library"
    exit 1
fi
found=$(circles "$library")
count=$(printf '%s' "$found" | grep -c .)
if [ "$count" -le "$most" ]; then
    echo "ok circles of prove: $count"
else
    echo "not ok circles of prove: $count, not at most $most"
    echo "$found" | sed 's/^/# /'
    exit 1
fi
