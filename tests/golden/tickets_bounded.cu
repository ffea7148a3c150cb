// RUN: check --extent out=n --extent in=n --extent count=1 --extent wide=gridDim.x*256
// A counter whose first value is known gives out no more tickets than threads come to it.
#include <wp_contract.h>

// As many as different indices below n.
// expect: compact race=proved bounds=proved
__global__ void compact(const int *in, int *out, int *count, int n) {
  wp_contents(zero(count));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && in[i] > 0) out[atomicAdd(count, 1)] = in[i];
}

// expect: compact_unsigned race=proved bounds=proved
__global__ void compact_unsigned(const int *in, int *out, unsigned *count, unsigned n) {
  wp_contents(zero(count));
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) out[atomicAdd(count, 1u)] = in[i];
}

// The counter may hold anything.
// expect: compact_unset bounds=refuted race=unproved
__global__ void compact_unset(const int *in, int *out, int *count, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && in[i] > 0) out[atomicAdd(count, 1)] = in[i]; // may-bounds: out
}

// The threads of several blocks have these indices.
// expect: compact_blocks bounds=unproved race=unproved
__global__ void compact_blocks(const int *in, int *out, int *count, int n) {
  wp_contents(zero(count));
  int i = (int)threadIdx.x;
  if (i < n && in[i] > 0) out[atomicAdd(count, 1)] = in[i]; // may-bounds: out
}

// Two threads have each index.
// expect: compact_pairs bounds=refuted race=unproved
__global__ void compact_pairs(const int *in, int *out, int *count, int n) {
  wp_contents(zero(count));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x) / 2;
  if (i < n && in[i] > 0) out[atomicAdd(count, 1)] = in[i]; // may-bounds: out
}

// Each thread takes two.
// expect: compact_twice bounds=refuted race=unproved
__global__ void compact_twice(const int *in, int *out, int *count, int n) {
  wp_contents(zero(count));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  out[atomicAdd(count, 1)] = in[i]; // may-bounds: out
  out[atomicAdd(count, 1)] = in[i]; // may-bounds: out
}

// In each round.
// expect: compact_rounds bounds=refuted race=unproved
__global__ void compact_rounds(const int *in, int *out, int *count, int n, int rounds) {
  wp_contents(zero(count));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < rounds; k++)
    if (i < n) out[atomicAdd(count, 1)] = in[i]; // may-bounds: out
}

// Downwards.
// expect: compact_down bounds=refuted race=unproved
__global__ void compact_down(const int *in, int *out, int *count, int n) {
  wp_contents(zero(count));
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && in[i] > 0) out[atomicSub(count, 1)] = in[i]; // may-bounds: out
}

// Of a block, as many as it has threads.
// expect: gathered bounds=proved race=proved
__global__ __launch_bounds__(256) void gathered(int n, int *wide) {
  __shared__ int list[256], count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if ((int)threadIdx.x * 7 % 5 < n) list[atomicAdd(&count, 1)] = (int)threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 256) wide[blockIdx.x * 256 + threadIdx.x] = count;
}

// One place too few for the last.
// expect: gathered_late bounds=refuted race=unproved
__global__ __launch_bounds__(256) void gathered_late(int *wide) {
  __shared__ int list[256], count;
  if (threadIdx.x == 0) count = 1;
  __syncthreads();
  list[atomicAdd(&count, 1)] = (int)threadIdx.x; // bounds: list
  __syncthreads();
  wide[blockIdx.x * 256 + threadIdx.x] = count;
}

// Not set in each launch.
// expect: gathered_unset bounds=unproved race=unproved
__global__ __launch_bounds__(256) void gathered_unset(int n, int *wide) {
  __shared__ int list[256], count;
  if (threadIdx.x == 0 && n > 4) count = 0;
  __syncthreads();
  list[atomicAdd(&count, 1)] = (int)threadIdx.x; // may-bounds: *
  __syncthreads();
  wide[blockIdx.x * 256 + threadIdx.x] = count; // may-bounds: *
}

// Set by a thread that small blocks do not have.
// expect: gathered_by_last bounds=unproved race=unproved
__global__ __launch_bounds__(256) void gathered_by_last(int *wide) {
  __shared__ int list[256], count;
  if (threadIdx.x == 255) count = 0;
  __syncthreads();
  list[atomicAdd(&count, 1)] = (int)threadIdx.x; // may-bounds: *
  __syncthreads();
  wide[blockIdx.x * 256 + threadIdx.x] = count; // may-bounds: *
}

// Set again between two updates.
// expect: gathered_again bounds=refuted race=unproved
__global__ __launch_bounds__(256) void gathered_again(int *wide) {
  __shared__ int list[256], count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  list[atomicAdd(&count, 1)] = (int)threadIdx.x; // may-bounds: *; race: write-write list [warning]
  __syncthreads();
  if (threadIdx.x == 0) count = 255;
  __syncthreads();
  list[atomicAdd(&count, 1)] = 2; // may-bounds: *
  wide[blockIdx.x * 256 + threadIdx.x] = 0; // may-bounds: *
}

// A counter that wraps.
// expect: gathered_wrapped bounds=refuted race=unproved
__global__ __launch_bounds__(64) void gathered_wrapped(int *wide) {
  __shared__ int list[1], count;
  if (threadIdx.x == 0) count = -1;
  __syncthreads();
  list[atomicAdd(&count, 1) + 1] = (int)threadIdx.x; // bounds: list
}

// expect: gathered_wrapped_late bounds=refuted race=unproved
__global__ __launch_bounds__(64) void gathered_wrapped_late(int *wide, int n) {
  __shared__ int list[64], count;
  if (threadIdx.x == 0) count = -5;
  __syncthreads();
  int i = (int)threadIdx.x;
  if (i < n) {
    int at = atomicAdd(&count, 1);
    if (at >= 0) list[at + 100] = i; // bounds: list
  }
}

// Steps that come past the end together.
// expect: gathered_steps bounds=refuted race=unproved
__global__ __launch_bounds__(64) void gathered_steps(int *wide) {
  __shared__ unsigned list[64], count;
  if (threadIdx.x == 0) count = 0xfffffff0u;
  __syncthreads();
  if (atomicAdd(&count, 8u) == 0u) list[5000] = 1; // bounds: list
}
