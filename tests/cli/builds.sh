#!/bin/sh
# builds.sh WARPPROOF: where files and options come from: folders, lists, response files, compile_commands.json; the
# manual page and completions. Prints TAP; run from the source root.
set -u

wp=$1
suite=builds
. tests/cli/expect.sh


# A kernel that races unless the build defines SAFE, with a header in a folder of the build.
mkdir -p src/deep 'src/with space' include build
cat >include/shift.h <<'CU'
#define SHIFT 1
CU
for name in src/a.cu src/deep/b.cu 'src/with space/c.cu'; do
    cat >"$name" <<'CU'
#include "shift.h"
__global__ void shift(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
#ifdef SAFE
  __syncthreads();
#endif
  a[threadIdx.x] = s[threadIdx.x ^ SHIFT];
}
CU
done
touch src/host.cpp
check="check --only=race --block=64 --grid=1"

# Folders and lists.
expect 1 "a folder" "$wp" $check src -- -Iinclude
has out "3 kernels in 3 files: 3 refuted" "has all files below it"
[ "$(grep -o 'src/[^:]*: *shift\|^src/[^:]*:2' out | head -n 1)" = "src/a.cu:2" ]; result $? "in the order of their names"
expect 2 "a folder without sources" "$wp" $check include
has err "include: there is no .cu or .cl file below this folder"
ln -s .. src/deep/loop
expect 1 "a link to a folder is passed over" "$wp" $check src -- -Iinclude
has out "3 kernels in 3 files"
rm src/deep/loop
printf 'src/a.cu\nsrc/with space/c.cu\r\n\n' >list
expect 1 "a list of files" "$wp" $check --files-from list -- -Iinclude
has out "2 kernels in 2 files"
find src -name '*.cu' -print0 >list0
expect 1 "a list with NULs" "$wp" $check --files-from list0 -- -Iinclude
has out "3 kernels in 3 files"
: >empty
expect 2 "an empty list" "$wp" $check --files-from empty
expect 2 "no list" "$wp" $check --files-from nowhere
head -c 3000 /dev/urandom >noise
expect 2 "noise for a list" "$wp" $check --files-from noise

# Response files.
printf '%s\n' '--only=race --block=64' "--grid=1 'src/with space/c.cu'" '"src/a.cu"' >words
expect 1 "words from a file" "$wp" check @words -- -Iinclude
has out "2 kernels in 2 files"
expect 2 "no such file of words" "$wp" check @nowhere

# compile_commands.json.
cat >build/compile_commands.json <<JSON
[
 {"directory": "$dir/build", "file": "../src/a.cu",
  "command": "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -I../include --generate-code=arch=compute_80,code=[compute_80,sm_80] -std=c++17 -DSAFE=\"(1)\" -x cu -c ../src/a.cu -o a.o"},
 {"directory": "$dir/build", "file": "$dir/src/deep/b.cu",
  "arguments": ["clang++", "-x", "cuda", "-I", "../include", "-c", "$dir/src/deep/b.cu", "-o", "b.o"]},
 {"directory": "$dir/build", "file": "../src/with space/c.cu",
  "arguments": ["nvcc", "--options-file", "includes.rsp", "-DSAFE", "-c", "../src/with space/c.cu", "-o", "c.o"]},
 {"directory": "$dir/build", "file": "../src/host.cpp", "command": "c++ -c ../src/host.cpp -o host.o"}
]
JSON
echo "-I$dir/include" >build/includes.rsp
expect 1 "a build's commands" "$wp" $check -p build
has out "3 kernels in 3 files: 1 refuted, 2 proved" "each file has its own options"
has out "src/deep/b.cu:2: shift(int*): refuted" "and the name it has from here"
expect 0 "one file of a build" "$wp" $check -p build/compile_commands.json src/a.cu
has out "1 kernel in 1 file: 1 proved"
expect 1 "options after -- come later" "$wp" $check -p build src/a.cu -- -USAFE
echo '__global__ void other(int *a) { a[threadIdx.x] = 1; }' >other.cu
expect 2 "a file that the build does not have" "$wp" $check -p build other.cu
has err "has no command for this file"
expect 1 "from another folder" sh -c "cd build && '$wp' $check -p ."
has out "/src/deep/b.cu:2: shift(int*): refuted"
for text in '' '[' '{}' '7' '[1]' '[{}]' '[{"file": "a.cu"}]' '[{"file": "a.cu", "arguments": []}]' '[{"file": "a.cu", "command": ""}]' '[]'; do
    printf '%s' "$text" >bad.json
    expect 2 "no commands: '$text'" "$wp" $check -p bad.json
done

# The manual page and completions.
"$wp" check --developer-manual=man >page.1 2>err
has page.1 '.TH WARPPROOF 1'
has page.1 '.B \-\-files\-from FILE' "the manual page has every option"
if command -v man >/dev/null 2>&1; then
    MANROFFSEQ= man --warnings -l page.1 >out 2>err
    [ ! -s err ] && grep -q "SYNOPSIS" out; result $? "the manual page has no warnings"
else
    echo "ok builds: the manual page has no warnings # SKIP there is no man"
fi
"$wp" check --developer-manual=bash >completion.bash
bash -n completion.bash 2>err && bash -c '. ./completion.bash; COMP_WORDS=(warpproof check --for); COMP_CWORD=2; _warpproof; echo "${COMPREPLY[@]}"' >out 2>err
has out "--format" "bash completes options"
bash -c '. ./completion.bash; COMP_WORDS=(warpproof check --format s); COMP_CWORD=3; _warpproof; echo "${COMPREPLY[@]}"' >out 2>err
has out "sarif" "and their values"
for shell in zsh fish; do
    "$wp" check --developer-manual=$shell >completion.$shell
    if command -v $shell >/dev/null 2>&1; then
        $shell -n completion.$shell >out 2>err; result $? "$shell reads its completions"
    else
        has completion.$shell "files-from" "completions for $shell"
    fi
done
expect 2 "a shell that is none" "$wp" check --developer-manual=cmd
