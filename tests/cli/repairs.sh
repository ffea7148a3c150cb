#!/bin/sh
# repairs.sh WARPPROOF: which lines a missing barrier is said to order, where the accesses are in functions of the
# program. Prints TAP; run from the source root.
set -u

wp=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

cat >"$folder/lines.cu" <<'END_OF_KERNELS'
__device__ void mirror(int *s, int *a) {
  s[threadIdx.x] = a[threadIdx.x];

  a[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void one_call(int *a) {
  __shared__ int s[32];
  mirror(s, a + 32 * blockIdx.x);
}
__device__ void put(int *s) { s[threadIdx.x] = threadIdx.x; }
__device__ int take(int *s) { return s[31 - threadIdx.x]; }
__global__ void two_calls(int *a) {
  __shared__ int s[32];
  put(s);
  a[32 * blockIdx.x + threadIdx.x] = take(s);
}
__global__ void possible(float *a) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (__expf(a[32 * blockIdx.x + threadIdx.x]) > 0.5f)
    a[32 * blockIdx.x + threadIdx.x] = s[31 - threadIdx.x];
}
END_OF_KERNELS

# tells KERNEL TEXT
tells() {
    "$wp" check --block=32 --only=race,advice --kernel="$1" "$folder/lines.cu" >"$folder/out"
    if grep -qF -- "$2" "$folder/out"; then
        echo "ok $1: $2"
    else
        echo "not ok $1: no '$2'"
        sed 's/^/# /' "$folder/out"
    fi
}
echo 1..3
tells one_call "would order the accesses of lines 2 and 4 ('s')"
tells two_calls "would order the accesses of lines 14 and 15 ('s')"
tells possible "lines 19 and 21 ('s', a possible race)"
