// Counters that rise by the size of the block: how far they have come is known where places rest on memory, too.
// RUN: check --only=bounds --block=128

__device__ float table[64 * 768];
__device__ int ids[1024], marks[1024];

// expect: rows bounds=proved
__global__ void rows(int dim) {
  int id = ids[blockIdx.x & 1023];
  if (dim > 768 || id < 0 || id >= 64)
    return;
  for (int c = threadIdx.x; c < dim; c += blockDim.x)
    table[id * 768 + c] = 1;
}

// The number behind the loop is beyond its end.
// expect: behind bounds=refuted|unproved
__global__ void behind(int n) {
  int i, sum = 0;
  if (n > 1024)
    return;
  for (i = threadIdx.x; i < n; i += blockDim.x)
    sum += ids[i];
  marks[i] = sum; // bounds: marks [*]; may-unproved: bounds
}

// No further than one step.
// expect: one_step bounds=proved
__global__ void one_step(int n) {
  int i, sum = 0;
  if (n > 896)
    return;
  for (i = threadIdx.x; i < n; i += blockDim.x)
    sum += ids[i];
  marks[i] = sum;
}
