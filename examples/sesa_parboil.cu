/* SESA (SC 2014), Figures 8 and 10: the patterns of two races it found in Parboil.
 *
 * prescan (Figure 8): the loop of a reduction ends with a stride of 32 and the step
 * of 16 follows without a barrier: thread 17 still writes what thread 1 reads.
 * binning (Figure 10): a counter is read plainly while others add to it atomically. */

__device__ void sum(float *average, unsigned stride) {
  if (threadIdx.x < stride)
    average[threadIdx.x] += average[threadIdx.x + stride]; // race: read-write average
}

// expect: prescan race=refuted
__global__ void prescan(const float *input) {
  __shared__ float average[1024];
  average[threadIdx.x] = input[threadIdx.x];
  for (unsigned stride = blockDim.x / 2; stride >= 32; stride >>= 1) {
    __syncthreads();
    sum(average, stride);
  }
  if (blockDim.x >= 64)
    sum(average, 16);
}

struct sample { float x, y; };

// expect: binning race=refuted
__global__ void binning(const struct sample *samples, unsigned *count, unsigned *place, unsigned n, unsigned width, unsigned limit) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned bin = (unsigned)samples[i].y * width + (unsigned)samples[i].x;
    if (count[bin] < limit)                   // race: atomic-plain count @add [*]
      place[i] = atomicAdd(&count[bin], 1u);  // @add
  }
}
