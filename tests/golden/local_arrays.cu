// Local arrays are private, also with a computed index and through a pointer.
__device__ void fill(int *buffer, int n, int v) {
  for (int k = 0; k < n; k++)
    buffer[k] = v + k;
}

// expect: local_free race=proved
__global__ void local_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int buffer[8];
  fill(buffer, 8, (int)i);
  buffer[i & 7] += buffer[3];
  a[i] = buffer[a[i] & 7];
}

// expect: local_racy race=refuted
__global__ void local_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int buffer[8]; // the same array, shared
  buffer[i & 7] = (int)i; // race: write-write buffer
  a[i] = 0;
}
