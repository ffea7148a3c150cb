#!/bin/sh
# Every source and test compiles with clang-19 without a warning (the builds use the
# system compiler), and every header compiles on its own. Prints TAP, one line per
# folder; run from the source root: check_clang.sh BUILD, which holds generated headers.
set -u

build=${1:-build}

llvm_include=$(llvm-config-19 --includedir 2>/dev/null || /usr/lib/llvm-19/bin/llvm-config --includedir)
flags="-std=c17 -fsyntax-only -D_POSIX_C_SOURCE=200809L -DWP_VERSION=\"\" \
-DWP_SOURCE_SHARE_DIR=\"\" -DWP_INSTALLED_SHARE_DIR=\"\" -DWP_HOMEPAGE=\"\" -Isrc -Iinclude -I$build/src/report/include -isystem $llvm_include \
-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wswitch-enum -Werror"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for directory in src/*/ src/*/*/ include/*/ tests/*/; do
    [ -d "$directory" ] || continue
    name=${directory%/}
    files=$(find "$name" -maxdepth 1 -name '*.[ch]' | sort)
    [ -n "$files" ] || continue
    # -x c makes a header a main file, where `static inline` functions go unused.
    if echo "$files" | tr '\n' '\0' |
        xargs -0 -n 8 -P "$(nproc)" clang-19 -x c $flags -Wno-unused-function \
        -Wno-empty-translation-unit >"$log" 2>&1; then
        echo "ok clang-warnings $name"
    else
        echo "not ok clang-warnings $name"
        sed 's/^/# /' "$log"
    fi
done
