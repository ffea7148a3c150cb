// RUN: check --only=race,divergence --param stride=2
// A fixed parameter decides.
// expect: param_free race=proved
__global__ void param_free(int *a, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * stride + 0] = a[i * stride + 1];
}

// expect: param_racy race=refuted
__global__ void param_racy(int *a, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * stride + 0] = a[i * stride + 2]; // race: read-write a
}
