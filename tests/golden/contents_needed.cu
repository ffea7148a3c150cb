// RUN: check --only=race,divergence,bounds
// Violations that need contents which authors exclude by construction: warnings that name the condition, if it is
// proved to exclude them. An update through data stays an error.
#include <wp_contract.h>

// expect: scatter race=unproved
__global__ void scatter(int *out, const int *in, const int *perm, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = in[i]; // race: write-write out [warning]; unproved: race needs-precondition distinct(perm)
}

// No contents keep two threads that read one element apart.
// expect: scatter_halves race=refuted
__global__ void scatter_halves(int *out, const int *in, const int *perm, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i / 2]] = in[i]; // race: write-write out
}

// expect: scatter_bucket race=refuted
__global__ void scatter_bucket(int *out, const int *in, const int *perm, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i] / 2] = in[i]; // race: write-write out
}

// Values are counted: they are meant to be equal.
// expect: count race=refuted
__global__ void count(int *hist, const int *keys, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) hist[keys[i]]++; // race: read-write hist; race: write-write hist
}

// expect: add race=refuted
__global__ void add(float *sum, const float *x, const int *to, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) sum[to[i]] += x[i]; // race: read-write sum; race: write-write sum
}

// Rows of a sparse matrix.
// expect: rows race=unproved
__global__ void rows(int *out, const int *offsets, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    for (int k = offsets[i]; k < offsets[i + 1]; k++) out[k] = i; // race: write-write out [warning]; unproved: race needs-precondition sorted(offsets)
}

// expect: rows_closed race=refuted
__global__ void rows_closed(int *out, const int *offsets, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    for (int k = offsets[i]; k <= offsets[i + 1]; k++) out[k] = i; // race: write-write out
}

// Rows that are not empty.
// expect: ends race=unproved
__global__ void ends(int *out, const int *offsets, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    out[offsets[i]] = i; // race: write-write out [warning]; race: write-write out @end [warning]; unproved: race needs-precondition
    out[offsets[i + 1] - 1] = -i; // @end; race: write-write out [warning]; unproved: race needs-precondition
  }
}

// expect: gather bounds=unproved race=unproved
__global__ void gather(int *out, const int *in, const int *idx, int n, int m) {
  wp_extent(out, n), wp_extent(in, m), wp_extent(idx, n);
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = in[idx[i]]; // bounds: in [warning]; unproved: bounds needs-precondition in_range(idx, 0, m); may-unproved: race
}

// An index that is one too far for the array's own range.
// expect: gather_next bounds=refuted race=unproved
__global__ void gather_next(int *out, const int *in, const int *idx, int n, int m) {
  wp_extent(out, n), wp_extent(in, m), wp_extent(idx, n);
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = in[idx[i] + 1]; // bounds: in; may-unproved: race
}

// An array that the kernel fills itself: no condition on what it held before helps.
// expect: scatter_written race=refuted
__global__ void scatter_written(int *out, int *perm) {
  int i = (int)threadIdx.x;
  if (blockIdx.x > 0) return;
  perm[i] = i / 2;
  out[perm[i]] = i; // race: write-write out
}
