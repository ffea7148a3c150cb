// A trap ends the launch: who comes past it need not be told from who does not. A thread
// that leaves is another matter.
// expect: trap_free race=proved
__global__ void trap_free(int *a, int n) {
  __shared__ int s[1024];
  if ((int)threadIdx.x > n)
    __trap();
  s[threadIdx.x] = 1;
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

// expect: trap_racy race=refuted
__global__ void trap_racy(int *a, int n) {
  __shared__ int s[1024];
  if ((int)threadIdx.x > n)
    __trap();
  s[threadIdx.x] = 1; // @trapped
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; // race: read-write s @trapped
}
