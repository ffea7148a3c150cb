// Matrix operations are for whole warps.
#include <mma.h>
using namespace nvcuda;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;

// RUN: check --only=race,divergence --block 64
// expect: warps_store divergence=proved race=proved
__global__ void warps_store(float *out) {
  sum c;
  wmma::fill_fragment(c, 1.0f);
  if (threadIdx.x / 32 == 1)
    wmma::store_matrix_sync(out + blockIdx.x * 256, c, 16, wmma::mem_row_major);
}

// What a part of a warp stores together is anything; nothing is said of its races.
// expect: lanes_store divergence=refuted race=unproved
__global__ void lanes_store(float *out, int *done) {
  sum c;
  wmma::fill_fragment(c, 1.0f);
  if (threadIdx.x % 32 < 16)
    wmma::store_matrix_sync(out + (blockIdx.x * 2 + threadIdx.x / 32) * 256, c, 16, wmma::mem_row_major); // divergence: *
  done[blockIdx.x * 64 + threadIdx.x] = 1; // may-unproved: race divergent-barriers
}

// expect: warps_multiply divergence=proved race=proved
__global__ void warps_multiply(float *out, const half *in) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  sum c;
  wmma::fill_fragment(c, 0.0f);
  for (int k = 0; k < 4; k++) {
    wmma::load_matrix_sync(a, in + k * 256, 16);
    wmma::load_matrix_sync(b, in + k * 256, 16);
    wmma::mma_sync(c, a, b, c);
  }
  out[blockIdx.x * 64 + threadIdx.x] = c.x[0];
}

// expect: lanes_multiply divergence=refuted race=proved|unproved
__global__ void lanes_multiply(float *out, const int *in) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  sum c;
  wmma::fill_fragment(c, 0.0f);
  if (in[threadIdx.x] > 0)
    wmma::mma_sync(c, a, b, c); // divergence: *
  out[blockIdx.x * 64 + threadIdx.x] = c.x[0]; // may-unproved: race divergent-barriers
}

// The same operation in another place is another operation.
// expect: two_loads divergence=refuted
__global__ void two_loads(float *out, const float *in) {
  sum c;
  if (threadIdx.x % 32 < 16)
    wmma::load_matrix_sync(c, in, 16, wmma::mem_row_major); // divergence: * [*]; may-unproved: divergence
  else
    wmma::load_matrix_sync(c, in + 256, 16, wmma::mem_row_major); // divergence: * [*]; may-unproved: divergence
  out[blockIdx.x * 64 + threadIdx.x] = 1; // may-unproved: race divergent-barriers
}

// Lanes that have left the kernel: the operation is undefined, other than a barrier that counts them as arrived.
// expect: half_stores divergence=refuted race=unproved
__global__ void half_stores(float *out) {
  sum c;
  wmma::fill_fragment(c, 1.0f);
  if (threadIdx.x % 32 < 16)
    wmma::store_matrix_sync(out + (blockIdx.x * 2 + threadIdx.x / 32) * 256, c, 16, wmma::mem_row_major); // divergence: *; may-unproved: race divergent-barriers
}

// expect: left_before divergence=refuted race=unproved
__global__ void left_before(float *out, int n) {
  sum c;
  if (threadIdx.x >= n)
    return;
  wmma::fill_fragment(c, 1.0f);
  wmma::store_matrix_sync(out + (blockIdx.x * 2 + threadIdx.x / 32) * 256, c, 16, wmma::mem_row_major); // divergence: *; may-unproved: race divergent-barriers
}

// Whole warps leave.
// expect: warps_leave divergence=proved race=proved
__global__ void warps_leave(float *out, int n) {
  sum c;
  if (threadIdx.x / 32 >= n)
    return;
  wmma::fill_fragment(c, 1.0f);
  wmma::store_matrix_sync(out + (blockIdx.x * 2 + threadIdx.x / 32) * 256, c, 16, wmma::mem_row_major);
}
