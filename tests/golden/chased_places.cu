// Places that are computed from elements of arrays in ways that are not followed: whether they stay in range, and apart, depends on what the arrays
// hold, and a run with contents of its own shows neither that they do nor that they do not.
// RUN: check --only=race,bounds
#include <wp_contract.h>

// expect: follow bounds=unproved race=unproved
__global__ void follow(const int *parent, int *out, int n) {
  wp_extent(parent, n), wp_extent(out, n);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = i;
  while (x > 0)
    x = parent[x]; // bounds: parent [warning]; unproved: bounds needs-precondition; unproved: race out-of-bounds
  out[i] = x;
}

// A list ends with -1.
// expect: ends bounds=unproved race=unproved
__global__ void ends(const int *next, int *out, int n) {
  wp_extent(next, n), wp_extent(out, n);
  int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  if (i >= n)
    return;
  for (int x = i; x != -1; x = next[x]) // bounds: next [warning]; unproved: bounds needs-precondition; unproved: race out-of-bounds
    count++;
  out[i] = count;
}

// expect: shuffled bounds=unproved
__global__ void shuffled(const int *most) {
  __shared__ int counts[64];
  int v = most[threadIdx.x];
  for (int k = 16; k > 0; k /= 2)
    v = max(v, __shfl_xor_sync(~0u, v, k));
  atomicAdd(&counts[v], 1); // bounds: counts [warning]; unproved: bounds needs-precondition
}

// expect: by_float bounds=unproved
__global__ void by_float(const float *x) {
  __shared__ int counts[64];
  atomicAdd(&counts[(int)(x[threadIdx.x] * 64)], 1); // bounds: counts [warning]; unproved: bounds needs-precondition
}

// expect: walk race=unproved
__global__ void walk(const int *permutation, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, x = i;
  if (i >= n)
    return;
  for (int k = 0; k < 3; k++)
    x = permutation[x];
  out[x] = i; // race: write-write out [warning]; unproved: race needs-precondition
}

// Elements decide only how far the place is moved: it is one too far whatever they are.
// expect: chosen bounds=refuted
__global__ void chosen(const float *x, int n) {
  __shared__ int sums[16];
  int at = 0;
  for (int k = 0; k < 16; k++)
    if (x[k * n + threadIdx.x] < 1)
      at = k + 1;
  atomicAdd(&sums[at], 1); // bounds: sums
}

// Two threads begin at one place.
// expect: walk_racy race=refuted
__global__ void walk_racy(const int *permutation, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, x = i / 2;
  if (i >= n)
    return;
  for (int k = 0; k < 3; k++)
    x = permutation[x];
  out[x] = i; // race: write-write out
}
