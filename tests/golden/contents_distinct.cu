// RUN: check --only=race,divergence,bounds
// What kernels state of the contents of index arrays: elements that differ, and elements in order.
#include <wp_contract.h>

// expect: scatter race=proved
// assume: distinct(perm)
__global__ void scatter(int *out, const int *in, const int *perm, int n) {
  wp_contents(distinct(perm));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = in[i];
}

// Two threads read one element.
// expect: scatter_halves race=refuted
__global__ void scatter_halves(int *out, const int *in, const int *perm, int n) {
  wp_contents(distinct(perm));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i / 2]] = in[i]; // race: write-write out
}

// Order does not tell elements apart, and neither does a range.
// expect: scatter_sorted race=unproved
__global__ void scatter_sorted(int *out, const int *in, const int *perm, int n) {
  wp_contents(sorted(perm) && in_range(perm, 0, n));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = in[i]; // race: write-write out [warning]; unproved: race needs-precondition distinct(perm)
}

// The condition speaks of another array.
// expect: scatter_other race=unproved
__global__ void scatter_other(int *out, const int *in, const int *perm, const int *map, int n) {
  wp_contents(distinct(map));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = in[map[i]]; // race: write-write out [warning]; unproved: race needs-precondition distinct(perm)
}

// Its first elements only.
// expect: scatter_part race=proved
__global__ void scatter_part(int *out, const int *perm, int n) {
  wp_contents(distinct(perm, 0, n));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i]] = i;
}

// expect: scatter_past race=unproved
__global__ void scatter_past(int *out, const int *perm, int n) {
  wp_contents(distinct(perm, 0, n));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n + 1) out[perm[i]] = i; // race: write-write out [warning]; unproved: race needs-precondition distinct(perm)
}

// The low byte of a number is no element.
// expect: scatter_bytes race=refuted
__global__ void scatter_bytes(int *out, const int *perm, int n) {
  wp_contents(distinct(perm));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[((const unsigned char *)perm)[4 * i]] = i; // race: write-write out
}

// Values that differ as numbers need not differ when they are cut.
// expect: scatter_cut race=refuted
__global__ void scatter_cut(int *out, const int *perm, int n) {
  wp_contents(distinct(perm));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[perm[i] & 1023] = i; // race: write-write out
}

// A kernel that writes the array reads what it wrote.
// expect: scatter_written race=refuted
__global__ void scatter_written(int *out, int *perm, int n) {
  wp_contents(distinct(perm));
  int i = (int)threadIdx.x;
  if (blockIdx.x > 0) return;
  perm[i] = i / 2;
  out[perm[i]] = i; // race: write-write out
}

// expect: rows race=proved
// assume: sorted(offsets)
__global__ void rows(int *out, const int *offsets, int n) {
  wp_contents(sorted(offsets));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    for (int k = offsets[i]; k < offsets[i + 1]; k++) out[k] = i;
}

// expect: rows_closed race=refuted
__global__ void rows_closed(int *out, const int *offsets, int n) {
  wp_contents(sorted(offsets));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    for (int k = offsets[i]; k <= offsets[i + 1]; k++) out[k] = i; // race: write-write out
}

// Elements that differ tell nothing about what lies between them.
// expect: rows_distinct race=unproved
__global__ void rows_distinct(int *out, const int *offsets, int n) {
  wp_contents(distinct(offsets));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    for (int k = offsets[i]; k < offsets[i + 1]; k++) out[k] = i; // race: write-write out [warning]; unproved: race needs-precondition sorted(offsets)
}

// Both ends of each row, which is not empty.
// expect: ends race=proved
__global__ void ends(int *out, const int *offsets, int n) {
  wp_contents(increasing(offsets));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    out[offsets[i]] = i;
    out[offsets[i + 1] - 1] = i;
  }
}

// expect: ends_empty race=unproved
__global__ void ends_empty(int *out, const int *offsets, int n) {
  wp_contents(sorted(offsets));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    out[offsets[i]] = i; // race: write-write out [warning]; race: write-write out @last [warning]; unproved: race needs-precondition
    out[offsets[i + 1] - 1] = i; // @last; race: write-write out [warning]; unproved: race needs-precondition
  }
}

// Integers that increase are at least as far apart as their places.
// expect: strided race=proved
__global__ void strided(int *out, const int *offsets, int n) {
  wp_contents(increasing(offsets));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    out[offsets[2 * i]] = i;
    out[offsets[2 * i] + 1] = i;
  }
}

// expect: strided_more race=refuted
__global__ void strided_more(int *out, const int *offsets, int n) {
  wp_contents(increasing(offsets));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    out[offsets[2 * i]] = i; // race: write-write out @second
    out[offsets[2 * i] + 2] = i; // @second
  }
}
