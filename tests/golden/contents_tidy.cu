// RUN: check --only=race
// Places that arrays give, and no proof shows which contents keep them apart: a run with contents as authors give them tells.

// Indices are staged in local memory.
// expect: staged race=unproved
__global__ void staged(int *out, const int *perm) {
  int own[4], i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; k++) own[k] = perm[i + k];
  for (int k = 0; k < 4; k++)
    out[own[k]] = i; // race: write-write out [warning]; unproved: race needs-precondition
}

// Each row begins where another one ends: no condition tells it.
// expect: rows race=unproved
__global__ void rows(int *out, const int *begin, const int *length) {
  int b = blockIdx.x;
  for (int i = threadIdx.x; i < length[b]; i += blockDim.x)
    out[begin[b] + i] = b; // race: write-write out [warning]; unproved: race needs-precondition; may-unproved: race
}

// Only counts below 0 lead into another row.
// expect: append race=unproved
__global__ void append(int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = atomicAdd(&count[i], 1);
  if (k < 32)
    out[32 * i + k] = i; // race: write-write out [warning]; unproved: race needs-precondition
}

// Rows overlap whatever the counts are: each counter comes to 32.
// expect: append_racy race=refuted
__global__ void append_racy(int *out, int *count) {
  int i = blockIdx.x, k = atomicAdd(&count[i], 1);
  if (k <= 32)
    out[32 * i + k] = threadIdx.x; // race: write-write out
}

// The index is taken for half of it: two threads have one whatever the array holds.
// expect: halves_racy race=refuted
__global__ void halves_racy(int *out, const int *perm) {
  int own[2], i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 2; k++) own[k] = perm[i / 2 + k];
  out[own[i & 1]] = i; // race: write-write out
}

// Whether elements are equal is what the kernel is about.
// expect: counted_racy race=refuted
__global__ void counted_racy(int *hist, const int *key) {
  __shared__ int own[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x >= 256) return;
  own[threadIdx.x] = key[i];
  hist[own[threadIdx.x]]++; // race: read-write hist; race: write-write hist
}

// Places that are kept as floating-point numbers, counted from 1.
// expect: pack_float race=unproved
__global__ void pack_float(float *out, const float *in, const float *place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int at = place[i] - 1;
    out[at] = in[i]; // race: write-write out [warning]; unproved: race
  }
}

// Two neighbours have one place, whatever the array holds.
// expect: pack_float_racy race=refuted
__global__ void pack_float_racy(float *out, const float *in, const float *place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int at = place[i / 2] - 1;
    out[at] = in[i]; // race: write-write out
  }
}
