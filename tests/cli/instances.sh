#!/bin/sh
# instances.sh WARPPROOF: instances of kernel templates that --instantiate names, and names that it refuses. Prints TAP; run from the
# source root.
set -u

wp=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
count=0

mkdir "$folder/sub"
echo '#define OFFSET 1' >"$folder/sub/offset.h"
cat >"$folder/sub/k.cu" <<'END_OF_KERNELS'
#include "offset.h"
namespace n {
template <class T, int N> __global__ void reverse(T *a) {
  __shared__ T s[N];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[N - OFFSET - threadIdx.x];
}
}
template <class T> __device__ T twice(T x) { return x + x; }
template <class T> __global__ void own(T *a) { a[threadIdx.x] = twice(a[threadIdx.x]); }
namespace outer { namespace inner { template <class T> __global__ void fill(T *a) { a[threadIdx.x] = 0; } } }
namespace other::second { template <class T> __global__ void fill(T *a) { a[threadIdx.x] = 1; } }
namespace outer { namespace { template <class T> __global__ void hidden(T *a) { a[threadIdx.x] = 0; } } }
END_OF_KERNELS
cd "$folder" || exit 1

# expect NAME STATUS TEXT OPTION...: the status of check, and a text of its output
expect() {
    name=$1 status=$2 text=$3
    shift 3
    "$wp" check --only=race sub/k.cu "$@" >out 2>&1
    actual=$?
    count=$((count + 1))
    if [ $actual -eq "$status" ] && grep -qF -- "$text" out; then
        echo "ok $name"
    else
        echo "not ok $name: status $actual for $status, or no '$text'"
        sed 's/^/# /' out
    fi
}

expect "without an instance" 0 "kernel templates without an instance are not analysed: reverse (line 3), own (line 10), fill (line 11), fill (line 12), hidden (line 13); --instantiate"
expect "the kernel is analysed, under the name of its file" 1 "sub/k.cu:5:18: error: data race on 's'" --instantiate 'n::reverse<float, 256>'
expect "others are still told" 1 "without an instance are not analysed: own (line 10), fill" --instantiate 'n::reverse<float, 256>'
expect "several" 0 "2 proved" --instantiate 'own<int>' --instantiate 'own<unsigned long>'
expect "--kernel finds it" 0 "own<int>(int*): proved" --instantiate 'own<int>' --kernel own
expect "--kernel that finds none lists what there is" 2 "it has own<int>" --instantiate 'own<int>' --kernel other
expect "--kernel that finds none lists templates" 2 "without an instance are not analysed: reverse (line 3), own (line 10), fill (line 11), fill (line 12), hidden (line 13)" --kernel own
expect "as an option of the compiler" 0 "own<int>(int*): proved" -- '--instantiate=own<int>'
expect "expressions as arguments" 1 "n::reverse<int, 8>(int*)" --instantiate 'n::reverse<int, (16 >> 1)>'

expect "namespaces may be left out" 1 "n::reverse<float, 256>(float*)" --instantiate 'reverse<float, 256>'
expect "the outer ones" 0 "outer::inner::fill<int>(int*): proved" --instantiate 'inner::fill<int>'
expect "of one in an unnamed namespace" 0 "hidden<int>(int*): proved" --instantiate 'hidden<int>'
expect "not where there are two" 2 "'fill<int>' is no kernel of this file" --instantiate 'fill<int>'
expect "an unknown name" 2 "'revers<float, 256>' is no kernel of this file" --instantiate 'revers<float, 256>'
expect "arguments that do not fit" 2 "'n::reverse<float>' is no kernel of this file" --instantiate 'n::reverse<float>'
expect "no kernel" 2 "'twice<int>' is no kernel" --instantiate 'twice<int>'
expect "no template" 2 "'offset<1>' is no kernel of this file" --instantiate 'offset<1>'
expect "a body that does not compile" 2 "declared as an array with a negative size" --instantiate 'n::reverse<float, -1>'
expect "of several the one that is wrong" 2 "'own<nothing>' is no kernel of this file" --instantiate 'own<int>' --instantiate 'own<nothing>'
for text in '' own 'own<int' 'own<int>>' 'own<int>(1)' 'own<int>; int x' 'own<int> }' '<int>' '1<int>' 'own<"a">' 'own<(int]>' 'own</*>' 'own<int>//' "own<int>
int x"; do
    expect "refused: $(echo "$text" | tr '\n' ' ')" 2 "--instantiate: '" --instantiate "$text"
done
expect "refused: as an option of the compiler" 2 "--instantiate: 'own<int>; int x' has a ';'" -- '--instantiate=own<int>; int x'
expect "too deep" 2 "is not the name of a kernel" --instantiate "own<$(printf '%70s' '' | tr ' ' '(')"
expect "too long" 2 "is too long" --instantiate "own<$(printf '%5000s' '' | tr ' ' '1')>"

# the witness file's launch is replayed with the instance, and without --trust
mkdir witnesses
"$wp" check --only=race sub/k.cu --instantiate 'n::reverse<float, 256>' --witness-dir witnesses >/dev/null 2>&1
count=$((count + 1))
"$wp" simulate --replay witnesses/*.witness >out 2>&1
if grep -qF "replay: confirmed" out; then
    echo "ok witness files have the instance"
else
    echo "not ok witness files have the instance"
    ls witnesses | sed 's/^/# /'
    sed 's/^/# /' out
fi

# another instance is another result
"$wp" check --only=race sub/k.cu --cache cache --instantiate 'own<int>' >/dev/null 2>&1
expect "the cache tells instances apart" 0 "own<float>(float*): proved" --cache cache --instantiate 'own<float>'
expect "and keeps them" 0 "own<int>(int*): proved" --cache cache --instantiate 'own<int>'

mv sub/k.cu 'sub/k;l.cu'
"$wp" check 'sub/k;l.cu' --instantiate 'own<int>' >out 2>&1
count=$((count + 1))
grep -qF "not in a file with a ';' in its name" out && echo "ok a file's name with a semicolon" || echo "not ok a file's name with a semicolon"
echo "1..$count"
