// Masks that are parameters: one less than a size that is halved, a power of two. Threads in groups of so many.

// expect: windows race=unproved
__global__ void windows(const float *in, float *out, unsigned window, unsigned mask) {
  __shared__ float sum[1024];
  sum[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned offset = window >> 1; offset > 0; offset >>= 1) {
    if ((threadIdx.x & mask) < offset)
      sum[threadIdx.x] += sum[threadIdx.x + offset]; // race: read-write sum [warning]; unproved: race needs-precondition power_of_two(window) && mask == window - 1
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum[threadIdx.x];
}

// Twice as far, the others are in the next window.
// expect: windows_far race=refuted
__global__ void windows_far(const float *in, float *out, unsigned window, unsigned mask) {
  __shared__ float sum[1024];
  sum[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned offset = window; offset > 0; offset >>= 1) {
    if ((threadIdx.x & mask) < offset)
      sum[threadIdx.x] += sum[threadIdx.x + offset]; // race: read-write sum
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum[threadIdx.x];
}

// The first thread of each window writes what the window has, numbered in another way.
// expect: numbered race=unproved
__global__ void numbered(float *out, unsigned window, unsigned groups) {
  unsigned group = threadIdx.x / (blockDim.x / groups);
  if ((threadIdx.x & (window - 1)) == 0)
    out[group] = threadIdx.x; // race: write-write out [warning]; may-unproved: race *
}

// expect: numbered_all race=refuted
__global__ void numbered_all(float *out, unsigned window, unsigned groups) {
  unsigned group = threadIdx.x / (blockDim.x / groups);
  if ((threadIdx.x & (window - 1)) == 1)
    out[group / 2] = threadIdx.x; // race: write-write out
}

// A mask that nothing else speaks of may be any number.
// expect: any_mask race=refuted
__global__ void any_mask(float *out, unsigned mask) {
  out[threadIdx.x & mask] = threadIdx.x; // race: write-write out
}
