// A proof rests on the claims of what it needs: not on those of conditions that it would hold without.
// expect: index race=proved
// assume: gridDim.x * blockDim.x < 2^32
// assume: !size
__global__ void index(int *out, int size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * size < 1000u)
    out[i] += 1;
}

// expect: rounds race=proved
// assume: gridDim.x * blockDim.x < 2^32
// assume: !size
__global__ void rounds(int *out, int size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned k = i * size; k < (i + 1) * size; k++)
    out[i] += k % 2;
}

// expect: uniform race=proved
// assume: !n * size
__global__ void uniform(int *out, int n, int size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n * size < 1000)
    out[i] += 1;
}
