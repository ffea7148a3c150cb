/* SESA (SC 2014), Figure 1, kernel Reduction: a tree of doubling strides.
 *
 * Answer: race-free for every width of the block, powers of two or not: in the round
 * of stride s only multiples of 2s write, and they read their own cell and the one
 * at an odd multiple of s. The loop is never unrolled to see this. */

// expect: reduce race=proved
__global__ void reduce(const float *idata, float *odata) {
  __shared__ float sdata[2048];
  unsigned tid = threadIdx.x;
  sdata[tid] = idata[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    odata[blockIdx.x] = sdata[0];
}
