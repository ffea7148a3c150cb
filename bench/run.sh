#!/bin/sh
# run.sh WARPPROOF [FOLDER [CLANG OPTION...]]: wall time of `check` against clang's
# front end with the same flags, over the CUDA files with a kernel in FOLDER (or
# $WP_BENCH_DIR; by default this project's examples and golden tests). wp_speed.c tells
# how it measures and which files count. Folders named Common, common, inc or include
# become include folders.
set -eu

warpproof=$1
shift
if [ $# -gt 0 ]; then
    folders=$1
    shift
else
    folders=${WP_BENCH_DIR:-"examples tests/golden"}
fi
speed=$(dirname "$warpproof")/bench/wp_speed
[ -x "$speed" ] || { echo "$speed: not built" >&2; exit 2; }

list=$(mktemp)
trap 'rm -f "$list"' EXIT
# shellcheck disable=SC2086
find $folders -type f -name '*.cu' -exec grep -l __global__ {} + | LC_ALL=C sort |
    tr '\n' '\0' >"$list"
printf -- '--\0' >>"$list"
# shellcheck disable=SC2086
find $folders -type d \( -name Common -o -name common -o -name inc -o -name include \) |
    LC_ALL=C sort | sed 's/^/-I/' | tr '\n' '\0' >>"$list"
for option in "$@"; do
    printf '%s\0' "$option" >>"$list"
done
xargs -0 -x "$speed" "$warpproof" <"$list"
