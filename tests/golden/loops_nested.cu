// A 4 by 4 patch per thread; the twin's pitch is one row short.
// expect: patch_free race=proved
__global__ void patch_free(int *a) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = 0; i < 4; i++)
    for (unsigned j = 0; j < 4; j++)
      a[(t * 4 + i) * 4 + j] = (int)threadIdx.x;
}

// expect: patch_racy race=refuted
__global__ void patch_racy(int *a) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = 0; i < 4; i++)
    for (unsigned j = 0; j < 4; j++)
      a[(t * 3 + i) * 4 + j] = (int)threadIdx.x; // race: write-write a
}

// Triangular: the inner bound is the outer counter.
// expect: triangle_free race=proved
__global__ void triangle_free(int *a) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = 0; i < 8; i++)
    for (unsigned j = 0; j <= i; j++)
      a[t * 64 + i * 8 + j] = (int)threadIdx.x;
}
