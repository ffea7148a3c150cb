#!/bin/sh
# repeats.sh WARPPROOF: what one instance of a template asked the solver is not asked for the next one, but for
# what the first one did not have enough steps left for; what differs in a constant is asked. Prints TAP; run from
# the source root.
set -u

wp=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

cat >"$folder/repeats.cu" <<'END'
template <typename T, int SIZE> __global__ void fill(T *a, const T *b, int n, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0 && width > 0)
    a[x * SIZE % width + n] = b[x];
}
template __global__ void fill<int, 2>(int *, const int *, int, int);
template __global__ void fill<float, 2>(float *, const float *, int, int);
template __global__ void fill<unsigned, 3>(unsigned *, const unsigned *, int, int);
namespace {
__global__ void other(int *a, const int *b, int n, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0 && width > 0)
    a[x * 2 % width + n] = b[x];
}
__global__ void another(int *a, const int *b, int n, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0 && width > 0)
    a[x * 2 % width + n] = b[x];
}
}
int *volatile keep = (int *)other + (long)another;
END

"$wp" check -v --only=race --stats "$folder/repeats.cu" >"$folder/out"
asked() { sed -n 's/.* queries \([0-9]*\),.*/\1/p' "$folder/out" | sed -n "$1p"; }
repeated() { sed -n 's/.* queries repeated \([0-9]*\),.*/\1/p' "$folder/out" | sed -n "$1p"; }
verdict() { sed -n 's/.*: \(proved\|refuted\|unproved\)[ :].*/\1/p' "$folder/out" | sed -n "$1p"; }
say() {
    if [ "$2" "$3" "$4" ]; then
        echo "ok $1"
    else
        echo "not ok $1: $2 $3 $4"
        sed 's/^/# /' "$folder/out"
    fi
}
echo 1..7
say "the first instance asks" "$(asked 1)" -gt 0
say "and has no answers yet" "$(repeated 1)" -eq 0
say "the second one asks a tenth of that at most" "$(($(asked 2) * 10))" -le "$(asked 1)"
say "it has the answers of the first" "$(repeated 2)" -gt 0
say "another constant is another question" "$(asked 3)" -gt 0
say "another kernel has no answers, equal as it is" "$(repeated 4)" -eq 0
say "nor has one of the same unnamed namespace" "$(repeated 5)" -eq 0
