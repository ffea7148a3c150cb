// Digits by division and remainder where unsigned indices meet signed sizes: quotients of unsigned numbers that are kept as int, sums
// of digits that make up the number again, and numerators of quotients in conditions.
#include <wp_contract.h>

// expect: split race=proved
__global__ void split(int *a, int d, int s) {
  wp_requires(d >= 1 && s >= d);
  int y = blockIdx.x % d, z = blockIdx.x / d;
  if (threadIdx.x == 0)
    a[y + z * s] = blockIdx.x;
}

// expect: split_racy race=unproved
__global__ void split_racy(int *a, int d, int s) {
  wp_requires(d >= 1 && s >= d - 1);
  int y = blockIdx.x % d, z = blockIdx.x / d;
  if (threadIdx.x == 0)
    a[y + z * s] = blockIdx.x; // race: write-write a [warning]; unproved: race needs-precondition s >= d
}

// expect: row_tiles race=proved; assume: !gridDim.x * blockDim.x
__global__ void row_tiles(float *out, int rows, int cols) {
  int r = blockIdx.x / ((cols + blockDim.x - 1) / blockDim.x);
  int c = blockIdx.x % ((cols + blockDim.x - 1) / blockDim.x) * blockDim.x + threadIdx.x;
  if (r < rows && c < cols)
    out[r * cols + c] = c;
}

// Element `cols` of a row is the first one of the next row.
// expect: row_tiles_racy race=refuted
__global__ void row_tiles_racy(float *out, int rows, int cols) {
  int r = blockIdx.x / ((cols + blockDim.x - 1) / blockDim.x);
  int c = blockIdx.x % ((cols + blockDim.x - 1) / blockDim.x) * blockDim.x + threadIdx.x;
  if (r < rows && c <= cols)
    out[r * cols + c] = c; // race: write-write out
}

// The three digits make up i, so that the sum is no larger than i; digit by digit it would be n * c * hw.
// expect: whole race=proved; assume: !n * ; assume: !n <=
__global__ void whole(float *out, int n, int c, int hw) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = i % hw, ch = i / hw % c, b = i / (hw * c);
  out[(b * c + ch) * hw + p] = i;
}

// expect: whole_unsigned race=proved; assume: !n * 
__global__ void whole_unsigned(float *out, unsigned n, unsigned c, unsigned hw) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned p = i % hw, ch = i / hw % c, b = i / (hw * c);
  out[(b * c + ch) * hw + p] = i;
}

// The quotients of i are kept as int: n <= 2^31 is listed.
// expect: whole_mixed race=proved; assume: n <= 2^31; assume: !n *
__global__ void whole_mixed(float *out, unsigned n, int c, int hw) {
  wp_requires(hw >= 1 && c >= 1);
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = i % hw, ch = i / hw % c, b = i / (hw * c);
  out[(b * c + ch) * hw + p] = i;
}

// Two pixels write one element.
// expect: whole_racy race=refuted
__global__ void whole_racy(float *out, unsigned n, int c, int hw) {
  wp_requires(hw >= 1 && c >= 1);
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = i % hw, ch = i / hw % c, b = i / (hw * c);
  out[(b * c + ch) * hw + p / 2] = i; // race: write-write out
}

// The divisor of b is no multiple of that of ch: nothing is made up.
// expect: other_divisor race=refuted
__global__ void other_divisor(float *out, int n, int c, int hw) {
  wp_requires(hw >= 1 && c >= 1);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = i % hw, ch = i / hw % c, b = i / (hw * c + c);
  out[(b * c + ch) * hw + p] = i; // race: write-write out
}

// An unsigned number that as an int is negative in every launch of more than 32 threads: no claim may say otherwise.
// expect: negative_racy race=refuted
__global__ void negative_racy(unsigned d) {
  __shared__ int s[1024];
  wp_requires(d == 1);
  int q = (threadIdx.x * 67108864u) / d;
  s[q < 0 ? 0 : threadIdx.x] = threadIdx.x; // race: write-write s
}

// x / d < e is x < d * e.
// expect: numerators race=unproved
__global__ void numerators(int *a, int d, int e) {
  wp_requires(d >= 1);
  int x = threadIdx.x % d, y = threadIdx.x / d;
  a[(blockIdx.x * e + y) * d + x] = threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition d * e >= blockDim.x
}

// expect: numerators_required race=proved
__global__ void numerators_required(int *a, int d, int e) {
  wp_requires(d >= 1 && d * e >= blockDim.x);
  int x = threadIdx.x % d, y = threadIdx.x / d;
  a[(blockIdx.x * e + y) * d + x] = threadIdx.x;
}
