# expect.sh: what the shell tests share. Sourced from the source root with the program in $wp and the test's name in $suite:
# makes $wp absolute, makes a folder $dir that is removed at the end, and goes there; $root is the source root.
root=$PWD
case $wp in /*) ;; *) wp=$PWD/$wp ;; esac
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# result OK NAME: one line of TAP; if OK is not 0, the start of what the last run printed.
result() {
    if [ "$1" -eq 0 ]; then echo "ok $suite: $2"; else
        echo "not ok $suite: $2"
        head -n 15 out 2>/dev/null | cut -c 1-300 | sed 's/^/# /'
        head -n 15 err 2>/dev/null | cut -c 1-300 | sed 's/^/# err: /'
    fi
}
# expect STATUS NAME COMMAND...: runs it; standard output is left in `out`, errors in `err`.
expect() {
    wanted=$1 name=$2
    shift 2
    "$@" >out 2>err </dev/null
    got=$?
    [ "$got" -eq "$wanted" ]
    result $? "$name (status $got, wanted $wanted)"
}
# each FILE TEXT NAME KERNEL...: `check` said what TEXT, a pattern, stands for of each of the kernels in FILE.
each() {
    file=$1 text=$2 name=$3
    shift 3
    for kernel in "$@"; do
        grep -q "^$file:[0-9]*: $kernel(.*$text" out
        result $? "$kernel: $name"
    done
}
# has FILE TEXT [NAME], hasnt FILE TEXT [NAME]
has() { grep -qF -- "$2" "$1"; result $? "${3:-$1 has '$2'}"; }
hasnt() { ! grep -qF -- "$2" "$1"; result $? "${3:-$1 has no '$2'}"; }
