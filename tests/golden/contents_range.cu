// RUN: check --only=race,divergence,bounds
// Indices in memory whose range the kernels state.
#include <wp_contract.h>

// expect: gather race=proved bounds=proved
// assume: in_range(idx, 0, n)
__global__ void gather(int *out, const int *in, const int *idx, int n) {
  wp_extent(out, n), wp_extent(in, n), wp_extent(idx, n);
  wp_contents(in_range(idx, 0, n));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = in[idx[i]];
}

// expect: gather_next race=unproved bounds=refuted
__global__ void gather_next(int *out, const int *in, const int *idx, int n) {
  wp_extent(out, n), wp_extent(in, n), wp_extent(idx, n);
  wp_contents(in_range(idx, 0, n));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = in[idx[i] + 1]; // bounds: in; may-unproved: race
}

// The end of a range is not in it.
// expect: gather_closed race=unproved bounds=unproved
__global__ void gather_closed(int *out, const int *in, const int *idx, int n) {
  wp_extent(out, n), wp_extent(in, n), wp_extent(idx, n);
  wp_contents(in_range(idx, 0, n + 1));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = in[idx[i]]; // bounds: in [warning]; unproved: bounds needs-precondition in_range(idx, 0, n); may-unproved: race
}

// Nothing is said of what lies behind the array.
// expect: gather_behind race=unproved bounds=refuted
__global__ void gather_behind(int *out, const int *in, const int *idx, int n) {
  wp_extent(out, n + 1), wp_extent(in, n), wp_extent(idx, n);
  wp_contents(in_range(idx, 0, n));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i <= n) out[i] = in[idx[i]]; // bounds: idx; may-bounds: in; may-unproved: bounds; may-unproved: race
}

// A permutation of the first n numbers.
// expect: permute race=proved bounds=proved
__global__ void permute(int *out, const int *perm, int n) {
  wp_extent(out, n), wp_extent(perm, n);
  wp_contents(in_range(perm, 0, n) && distinct(perm));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = i;
}

// expect: permute_any race=unproved bounds=proved
__global__ void permute_any(int *out, const int *perm, int n) {
  wp_extent(out, n), wp_extent(perm, n);
  wp_contents(in_range(perm, 0, n));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = i; // race: write-write out [warning]; unproved: race needs-precondition distinct(perm)
}

// Unsigned bytes, and signed ones that may be negative.
// expect: histogram bounds=proved
__global__ void histogram(int *out, const unsigned char *in, int n) {
  wp_extent(out, 64), wp_extent(in, n);
  wp_contents(in_range(in, 0, 64));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) atomicAdd(&out[in[i]], 1);
}

// expect: histogram_signed bounds=unproved
__global__ void histogram_signed(int *out, const signed char *in, int n) {
  wp_extent(out, 64), wp_extent(in, n);
  wp_contents(in_range(in, -1, 64));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) atomicAdd(&out[in[i]], 1); // bounds: out [warning]; unproved: bounds needs-precondition in_range(in, 0, 64)
}

// A flag that is not set, and one that may be.
// expect: flagged race=proved
__global__ void flagged(int *out, const int *flags) {
  wp_contents(zero(flags));
  if (flags[threadIdx.x]) *out = (int)threadIdx.x;
}

// expect: flagged_any race=refuted
__global__ void flagged_any(int *out, const int *flags) {
  wp_contents(in_range(flags, 0, 2));
  if (flags[threadIdx.x]) *out = (int)threadIdx.x; // race: write-write out
}

// Nothing is known of an array that the kernel writes.
// expect: written race=refuted
__global__ void written(int *out, int *flags) {
  wp_contents(zero(flags));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i == 0) flags[3] = 1; // @set; race: read-write flags @get
  __syncthreads();
  if (flags[3] == 1) *out = i; // @get; race: read-write flags @set; race: write-write out
}

// What cannot be used is told, and nothing rests on it.
// expect: misnamed race=unproved
__global__ void misnamed(int *out, const int *perm, int n) {
  const int *p = perm;
  wp_contents(distinct(p)); // unproved: race unsupported wp_contents(distinct(p))
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[p[i]] = i; // race: write-write out [warning]; unproved: race needs-precondition distinct(perm)
}

// expect: either race=unproved
__global__ void either(int *out, const int *perm, int n) {
  wp_contents(distinct(perm) || n < 3); // unproved: race unsupported
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = i; // race: write-write out [warning]; unproved: race needs-precondition distinct(perm)
}

// expect: floats race=unproved|refuted
__global__ void floats(int *out, const float *x, int n) {
  wp_contents(distinct(x)); // unproved: race unsupported
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[(int)x[i]] = i; // may-race: write-write out; may-unproved: race
}

// No array is like that.
// expect: nothing race=unproved divergence=unproved bounds=unproved
__global__ void nothing(int *out, const int *perm, int n) { // may-unproved: race; may-unproved: divergence; may-unproved: bounds
  wp_contents(distinct(perm) && zero(perm));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = i;
}
