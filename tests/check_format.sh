#!/bin/sh
# check_format.sh [--mend]: every C file is as clang-format and .clang-format make it. Debian 12's clang-format (14) is the one
# that counts: others differ in places, and without it the test is skipped. Prints TAP; run from the source root. --mend: changes
# the files that differ instead.
set -u

clang_format=$(command -v clang-format-14 || command -v clang-format)
case $("${clang_format:-false}" --version 2>/dev/null) in
*'version 14.'*) ;;
*)
    [ "${1:-}" = --mend ] && { echo "install Debian 12's clang-format (14)" >&2; exit 2; }
    echo 1..1
    echo "ok 1 - format # SKIP there is no clang-format 14"
    exit 0
    ;;
esac

# Programs of the tests that are host code of kernels are written as they are for what they test.
files=$(find src include tests bench examples -path tests/cli/host -prune -o -path 'bench/*/*' -prune -o -name '*.[ch]' -print | sort)
if [ "${1:-}" = --mend ]; then
    # shellcheck disable=SC2086
    exec "$clang_format" -i $files
fi
echo 1..1
# shellcheck disable=SC2086
different=$("$clang_format" --dry-run $files 2>&1 | sed -n 's/^\([^:]*\.[ch]\):[0-9]*:.*/\1/p' | sort -u)
if [ -n "$different" ]; then
    echo "not ok 1 - format: make format changes these"
    echo "$different" | sed 's/^/# /'
    exit 1
fi
echo "ok 1 - format"
