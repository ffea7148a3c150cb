/* Simulee (ICSE 2020), Figures 3, 4 and the one on false races.
 *
 * median (Figure 3): only one thread uses the shared arrays, so its barrier is
 * redundant; there is no race with or without it.
 * nearest (Figure 4): the barrier inside the loop of a thread-dependent number of
 * rounds diverges. nearest_fixed: outside of it, it does not.
 * warp_sum: additions within a warp without __syncwarp. The paper calls the report
 * a false race, for warps used to run in lockstep. Since Volta they do not: racy;
 * with `--warp=lockstep` race-free. */

// expect: median race=proved divergence=proved
__global__ void median(const float *in, float *out, int iterations) {
  __shared__ float best[1];
  __shared__ int index[1];
  unsigned tid = threadIdx.x;
  if (tid == 0) {
    best[0] = 1e30f;
    index[0] = 0;
  }
  __syncthreads();
  if (tid == 0) {
    for (int i = 0; i < iterations; i++)
      if (in[i] < best[0]) {
        best[0] = in[i];
        index[0] = i;
      }
    out[0] = (float)index[0];
  }
}

// expect: nearest divergence=refuted race=unproved
__global__ void nearest(const int *distance, int *out, unsigned n) {
  __shared__ int s[1024];
  unsigned tid = threadIdx.x;
  s[tid] = 0;
  for (unsigned i = tid; i < n; i += blockDim.x) {
    s[tid] += distance[i];
    __syncthreads(); // divergence: *
  }
  __syncthreads(); // may-divergence: *
  out[tid] = s[tid];
}

// expect: nearest_fixed divergence=proved race=proved
__global__ void nearest_fixed(const int *distance, int *out, unsigned n) {
  __shared__ int s[1024];
  unsigned tid = threadIdx.x;
  s[tid] = 0;
  for (unsigned i = tid; i < n; i += blockDim.x)
    s[tid] += distance[i];
  __syncthreads();
  out[tid] = s[tid];
}

// expect: warp_sum race=refuted
__global__ void warp_sum(const float *in, float *out) {
  __shared__ float ssum[1024];
  unsigned tid = threadIdx.x;
  ssum[tid] = in[tid];
  __syncthreads();
  if (tid < 32)
    for (unsigned shift = 16; shift > 0; shift >>= 1)
      ssum[tid] += ssum[tid + shift]; // race: read-write ssum
  if (tid == 0)
    out[0] = ssum[0];
}
