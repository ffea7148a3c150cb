// Loads with cache hints are loads.
// expect: ldg_free race=proved
__global__ void ldg_free(float *b, const float *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = __ldg(&a[i + 1]);
}

// expect: ldg_racy race=refuted
__global__ void ldg_racy(float *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = __ldg(&b[i + 1]); // race: read-write b
}
