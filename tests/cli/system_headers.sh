#!/bin/sh
# system_headers.sh WARPPROOF VALIDATE: kernels that system headers define are left out, and every form of
# output says so; --system-headers and --kernel bring them back, and headers of the user's own never are.
# Prints TAP; run from the source root.
set -u

wp=$1 validate=$2
case $wp in /*) ;; *) wp=$PWD/$wp ;; esac
case $validate in /*) ;; *) validate=$PWD/$validate ;; esac
schema=$PWD/share/warpproof/schema/report-1.schema.json
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
unset CPATH CPLUS_INCLUDE_PATH
mkdir system "own dir"

cat >system/library.cuh <<'CU'
template <class T> __global__ void library_fill(T *a) { a[0] = T(threadIdx.x); }
inline __global__ void library_plain(int *a) { a[0] = threadIdx.x; }
CU
sed 's/library/own/' system/library.cuh >"own dir/own.cuh"
{
    echo '#  pragma GCC  system_header'
    sed 's/library/says_so/' system/library.cuh
} >"own dir/says_so.cuh"
cat >k.cu <<'CU'
#include <library.cuh>
#include "own dir/own.cuh"
#include <says_so.cuh>
__global__ void user(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
template __global__ void library_fill<int>(int *);
template __global__ void own_fill<int>(int *);
CU
echo '#include <library.cuh>' >none.cu
{
    cat k.cu
    echo '#include "absent.h"'
    echo 'void host() { absent(); }'
} >part.cu

# run STATUS NAME OPTION...: the command line; its output is kept.
run() {
    wanted=$1 name=$2
    shift 2
    CUDA_PATH= CUDA_HOME= "$wp" "$@" -- -isystem system -I "own dir" >out 2>err </dev/null
    status=$?
    if [ "$status" -eq "$wanted" ]; then echo "ok $name: status"; else
        echo "not ok $name: status $status, not $wanted"
        sed 's/^/# /' out err | head -n 20
    fi
}
has() {
    if grep -qF -- "$2" "$1"; then echo "ok $name: $2"; else
        echo "not ok $name: no '$2'"
        sed 's/^/# /' out err | head -n 20
    fi
}
lacks() {
    if ! grep -qF -- "$2" "$1"; then echo "ok $name: no '$2'"; else echo "not ok $name: '$2'"; fi
}
line="note: 3 kernels that system headers define are not analysed: 1 of own dir/says_so.cuh, 2 of system/library.cuh; --system-headers analyses them too"

run 1 "check" check --only=race k.cu
has out "k.cu: $line"
has out "3 kernels in 1 file: 2 refuted, 1 proved"
has out "own_plain"
lacks out "library_plain(int*):"
run 1 "quiet" check --only=race -q k.cu
has out "k.cu: $line"
run 1 "after a crash" check --only=race --developer-crash=own_plain k.cu
has out "k.cu: $line"
has out "3 kernels in 1 file: 1 refuted, 1 unproved, 1 proved"
lacks out "library_plain(int*):"
run 1 "in part" check --only=race part.cu
has out "part.cu: $line"
has out "3 kernels in 1 file: 2 refuted, 1 proved; 1 file analysed in part"

run 1 "JSON" check --only=race --format=json k.cu
has out '"file": "own dir/says_so.cuh"'
lacks out '"display": "library_plain(int*)"'
if "$validate" "$schema" out >log 2>&1; then echo "ok $name: fits the schema"; else echo "not ok $name: fits the schema"; fi

for command in map inputs; do
    run 0 "$command" $command k.cu
    has err "k.cu: $line"
    lacks out library
done
run 1 "contract" contract k.cu
has out "k.cu: $line"
run 1 "search" search k.cu
has out "k.cu: $line"
run 0 "simulate" simulate --block 32 --grid 1 --kernel user --arg a=zero:32 k.cu
lacks err library

run 0 "nothing else" check --only=race none.cu
has out "none.cu: note: no kernels in this file but those of system headers"
has out "none.cu: note: 1 kernel that a system header defines is not analysed: 1 of system/library.cuh; --system-headers analyses it too"

run 1 "option" check --only=race --system-headers k.cu
has out "6 kernels in 1 file: 5 refuted, 1 proved"
lacks out "not analysed"
run 1 "option, JSON" check --only=race --system-headers --format=json k.cu
has out '"system_headers": []'
run 1 "by name" check --only=race --kernel='library_*' k.cu
has out "2 kernels in 1 file: 2 refuted"
lacks out "not analysed"
run 0 "own by name" check --only=race --kernel=user k.cu
lacks out "not analysed"

# What a system header does in the program's code is told at the program's line; what a header of its own does, there.
printf 'static inline __device__ void library_put(int *a) {\n  *a = threadIdx.x;\n}\n' >system/put.cuh
sed 's/library/own/' system/put.cuh >"own dir/own_put.cuh"
printf '#include <put.cuh>\n#include "own dir/own_put.cuh"\n__global__ void library(int *a) {\n  library_put(a);\n}\n__global__ void own(int *a) {\n  own_put(a);\n}\n' >calls.cu
run 1 "a call of a system header" check --only=race -v --kernel=library calls.cu
has out "calls.cu:4:3: error: data race on 'a'"
lacks out "put.cuh:2"
run 1 "a call of an own header" check --only=race -v --kernel=own calls.cu
has out "own dir/own_put.cuh:2:6: error: data race on 'a'"
has out "calls.cu:7:3: note: 'own_put' is called here"

# Lines that #line calls by another file's name are still the program's, whether that file exists or not.
cp system/library.cuh other.y
for other in other.y system/library.cuh none.y; do
    {
        echo "#line 10 \"$other\""
        echo '__global__ void user(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }'
    } >made.cu
    run 0 "#line $other" check --only=race made.cu
    has out "$other:10: user(int*): proved"
    lacks out "not analysed"
done
