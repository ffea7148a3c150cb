#!/bin/sh
# project.sh WARPPROOF: project files: which one a file has, what it sets, what comes before it, what is wrong with it. Prints
# TAP; run from the source root.
set -u

wp=$1
suite=project
. tests/cli/expect.sh
mkdir -p top/src/deep top/include other
echo '#define SHIFT 1' >top/include/shift.h
cat >top/src/deep/k.cu <<'CU'
#include "shift.h"
__global__ void guarded(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = N;
}
__global__ void tiled(int *a, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x];
}
__global__ void racy(int *a) { a[0] = threadIdx.x + SHIFT; }
CU
cat >top/.warpproof.json <<'JSON'
{
  "options": {"only": ["race", "bounds"], "grid": 1},
  "define": ["N=16"],
  "include": ["include"],
  "kernels": {
    "guarded": {"extent": {"a": "n"}, "block": 64, "requires": ["n > 0"]},
    "tiled": {"block": [256, 1], "extent": {"a": 256}}
  },
  "levels": {"data-race": "off"}
}
JSON
k=top/src/deep/k.cu
expect 0 "a project file two folders above" "$wp" check $k
has out "guarded(int*, int): proved for blockDim (64,1,1), gridDim (1,1,1): race, bounds" "gives a kernel its launch and extents"
has out "tiled(int*, int): proved for blockDim (256,1,1), gridDim (1,1,1): race, bounds" "another kernel its own"
has out "suppressed" "and switches a rule off"
expect 1 "none" "$wp" check --project none --only=race --grid=1 $k -- -DN=1 -Itop/include
has out "racy(int*): refuted"
expect 0 "the command line comes first" "$wp" check --block=32 --only=race --project top/.warpproof.json -v $k -- -UN -DN=2 -Wno-macro-redefined
has out "blockDim (32,1,1)" "of a launch"
expect 0 "what holds is printed" "$wp" check --print-config --strict $k
has out "$k: $PWD/top/.warpproof.json" "with the file"
has out "    kernel guarded (line 6)" "the kernel"
has out "        --extent=a=n (line 6)" "the option"
has out "    --strict" "and the command line's"
cp $k other/k.cu
expect 2 "a file elsewhere has no project file" "$wp" check other/k.cu

expect 0 "a cache knows the project file" sh -c "'$wp' check --cache store -v $k && sed -i 's/\"block\": 64/\"block\": 96/' top/.warpproof.json && '$wp' check --cache store -v $k"
has out "guarded(int*, int): proved for blockDim (96,1,1)"
expect 0 "the protocol of a file that a project compiles" "$wp" map $k

# What is wrong is told with its line.
wrong() { # NAME TEXT LINE: ...
    printf "$2" >top/.warpproof.json
    expect 2 "$1" "$wp" check $k
    has err "top/.warpproof.json: line $3" "is told: $3"
}
wrong "no JSON" '{\n  "options": {,}\n}\n' '2: '
wrong "no object" '[]' "1: 'a project file' is an object"
wrong "an unknown key" '{\n  "options": {},\n  "option": {}\n}\n' "3: unknown key 'option'; there are"
wrong "an unknown option" '{\n  "options": {\n    "blok": 3\n  }\n}\n' "3: unknown option 'blok'"
wrong "an option of a kernel that is unknown" '{"kernels": {\n  "a": {"block": 1},\n  "b": {"block": 1,\n   "blok": 3}}}\n' "4: unknown option 'blok'"
wrong "a value that is wrong" '{\n "options": {"block": 0}}\n' "2: --block: '0' is not"
wrong "a value of a kernel that is wrong" '{"kernels": {"k": {\n "extent": {\n "a": "n +"}}}}\n' "3: --extent a:"
wrong "a launch that cannot be" '{"options": {\n "grid": [1, 70000]}}\n' "2: --grid=1,70000,1: no device"
wrong "a key twice" '{"options": {},\n "options": {}}\n' "2: "
wrong "an unknown rule" '{"levels": {\n"race": "off"}}' "2: unknown rule 'race'"
wrong "an unknown level" '{"levels": {"data-race": "loud"}}' '1: a level is "off"'
for option in clang cuda-path output witness-dir cache baseline developer-crash compile-commands files-from; do
    wrong "a project file sets $option" '{"options": {\n "'$option'": "x"}}' "2: '$option' cannot be set by a project file"
done
wrong "a kernel's time limit" '{"kernels": {"k": {\n "timeout": 3}}}' "2: 'timeout' cannot be set for a kernel"
expect 2 "no such project file" "$wp" check --project nowhere.json $k
printf '{"define": ["N=1"], "include": ["include"], "kernels": {\n"guarded": {"extent": {"b": "n"}}}}' >top/.warpproof.json
"$wp" check --only=race $k >out 2>err
has err "top/.warpproof.json:2: warning: guarded(int*, int): --extent b: " "a parameter that a kernel does not have is a warning"
