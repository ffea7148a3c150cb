// cuRAND's device interface, warp matrix functions, asynchronous copies.
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <mma.h>
__global__ void numbers(curandState *states, curandStatePhilox4_32_10_t *philox, float *f, double *d) {
  int i = threadIdx.x;
  curandState local = states[i];
  curand_init(1234, i, 0, &local);
  f[i] = curand_uniform(&local) + curand_normal(&states[i]) + curand(&local);
  d[i] = curand_uniform_double(&local) + curand_normal2(&local).x;
  f[i] += curand_uniform4(&philox[i]).w + curand_poisson(&local, 2.0);
  skipahead(3, &local);
  states[i] = local;
}
__global__ void product(const half *a, const half *b, float *c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> fa;
  fragment<matrix_b, 16, 16, 16, half, col_major> fb;
  fragment<accumulator, 16, 16, 16, float> fc;
  fill_fragment(fc, 0.0f);
  load_matrix_sync(fa, a, 16);
  load_matrix_sync(fb, b, 16);
  mma_sync(fc, fa, fb, fc);
  for (int i = 0; i < fc.num_elements; i++) fc.x[i] *= 2;
  store_matrix_sync(c, fc, 16, mem_row_major);
}
__global__ void copies(float *f) {
  __shared__ float tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &f[threadIdx.x], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  f[threadIdx.x] = tile[63 - threadIdx.x];
}
