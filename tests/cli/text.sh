#!/bin/sh
# text.sh WARPPROOF: how long the text report is, and what it says in which words. Prints TAP; run from the source root.
set -u

wp=$1
case $wp in /*) ;; *) wp=$PWD/$wp ;; esac
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

verdict() { # OK NAME: prints it, and the output of the last run if it is bad
    if [ "$1" -eq 0 ]; then echo "ok text: $2"; else
        echo "not ok text: $2"
        sed 's/^/# /' out
    fi
}
has() { grep -qF -- "$1" out; verdict $? "${2:-has '$1'}"; }
hasnt() { ! grep -qF -- "$1" out; verdict $? "${2:-does not have '$1'}"; }
lines() { [ "$(sed '$d' out | wc -l)" -le "$1" ]; verdict $? "$2: at most $1 lines"; }

cat >clean.cu <<'CU'
__global__ void clean(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
CU
cat >racy.cu <<'CU'
__device__ int take(const int *s, unsigned i) { return s[i]; }
__device__ int taken(const int *s, unsigned i) { return take(s, i); }
__global__ void racy(int *a) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = a[t];
  a[t] = taken(s, t ^ 1);
}
CU
sed 's/s\[t\] = a\[t\];/& __syncthreads();/' racy.cu >free.cu
cat >conditional.cu <<'CU'
__global__ void conditional(float *out, const float *in, int nx, int ny) {
  __shared__ float tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * nx + x];
  __syncthreads();
  out[x * ny + y] = tile[threadIdx.y][threadIdx.x];
}
CU
cat >instances.cu <<'CU'
template <class T> __global__ void instances(T *a) {
  __shared__ T s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x ^ 1];
}
template __global__ void instances<int>(int *);
template __global__ void instances<float>(float *);
template __global__ void instances<short>(short *);
CU
cat >rounds.cu <<'CU'
__global__ void rounds(int *a, const int *from, int n) {
  int g = blockIdx.x * 64 + threadIdx.x;
  int first = from[g];
  // each thread has a part of its own
  if (g == 0)

    for (int i = 0; i < n; i++)
      a[first + i] = g;
}
CU

"$wp" check clean.cu >out 2>&1
lines 1 "a clean kernel"
has "proved for every launch: race, divergence, assert"
has "assuming "
"$wp" check -v clean.cu >out 2>&1
has "    assuming gridDim.x * blockDim.x < 2^32" "with -v assumptions stand one in a line"
"$wp" check racy.cu --block=64 --grid=1 >out 2>&1
lines 12 "one error"
sed -n 1p out | grep -q "racy.cu:3: racy(int\*): refuted: race"; verdict $? "the headline comes first"
has "racy.cu:2:57: note: 'take' is called here, reached from line 7" "the call sites are one line"
has "[missing-barrier]" "with its repair"
"$wp" check free.cu --block=64 --grid=1 >out 2>&1
lines 1 "its twin with a barrier"
"$wp" check conditional.cu >out 2>&1
lines 3 "a kernel under conditions"
has "in bounds if blockDim.x <= 16 && blockDim.y <= 16" "conditions are told once per kernel"
has "; -v shows a launch that breaks it" "and what shows more"
hasnt "warning:" "without the single findings"
"$wp" check -v conditional.cu >out 2>&1
has "it cannot happen if blockDim.x <= 16 && blockDim.y <= 16" "which -v has"
has "with blockDim (" "with their launches"
"$wp" check instances.cu --block=64 --grid=1 >out 2>&1
[ "$(grep -c 'error: data race' out)" -eq 1 ]; verdict $? "a defect of three instances is told once"
has "instances<float>(float*) and " "with the first"
has "(the same in 2 other instantiations)" "and counted"
"$wp" check -v rounds.cu >out 2>&1
has "(round: of the loop in line 7)" "a loop's counter is a round of the loop"
hasnt " k0" "and has no internal name"
hasnt "sext" "nor have extensions"

# Values as a programmer prints them.
cat >values.cu <<'CU'
__global__ void high(unsigned *a) { a[threadIdx.x / 2] = threadIdx.x | 0x80000000u; }
CU
"$wp" check values.cu --block=64 --grid=1 >out 2>&1
has "writes 2147483649 to a[0]" "an unsigned number has no sign"
hasnt "-2147483647"
