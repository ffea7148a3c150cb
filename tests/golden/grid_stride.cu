// Grid-stride loop; the twin strides by one block only.
// expect: stride_free race=proved
__global__ void stride_free(int *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[i] = (int)blockIdx.x;
}

// expect: stride_racy race=refuted
__global__ void stride_racy(int *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    a[i] = (int)blockIdx.x; // race: write-write a
}
