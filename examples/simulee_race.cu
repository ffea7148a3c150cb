/* Wu et al., "Simulee: Detecting CUDA Synchronization Bugs via Memory-Access
 * Modeling" (ICSE 2020), Figure 2: the pattern of the race in thundersvm.
 *
 * A block looks for the smallest value twice, with the same shared arrays. Answer for
 * `minima_racy`: racy; a fast thread refills `value` for the second search while a
 * slow one still reads the result of the first, and likewise `index`. The barrier in
 * `minima_free` orders them: no pair of accesses of one array races. That the numbers in `index` stay
 * inside `value` is not proved, and `index` may lie behind it, so `race` is `unproved: out-of-bounds`.
 * `block_min` itself begins and ends with a barrier. */

__device__ int block_min(const float *value, int *index) {
  unsigned tid = threadIdx.x;
  index[tid] = (int)tid; // race: read-write index @found
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    if (tid < d && value[index[tid + d]] < value[index[tid]]) // may-unproved: race out-of-bounds
      index[tid] = index[tid + d];
    __syncthreads();
  }
  return index[0]; // @found
}

// expect: minima_free race=unproved
__global__ void minima_free(const float *f, const float *g, float *out) {
  __shared__ float value[1024];
  __shared__ int index[1024];
  unsigned tid = threadIdx.x;
  value[tid] = f[tid];
  int i = block_min(value, index);
  float up = value[i];
  __syncthreads();
  value[tid] = g[tid] - up;
  int j = block_min(value, index);
  if (tid == 0)
    out[0] = value[j];
}

// expect: minima_racy race=refuted
__global__ void minima_racy(const float *f, const float *g, float *out) {
  __shared__ float value[1024];
  __shared__ int index[1024];
  unsigned tid = threadIdx.x;
  value[tid] = f[tid];
  int i = block_min(value, index);
  float up = value[i];      // @result
  value[tid] = g[tid] - up; // race: read-write value @result
  int j = block_min(value, index);
  if (tid == 0)
    out[0] = value[j];
}
