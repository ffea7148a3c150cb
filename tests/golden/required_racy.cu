// What is required contradicts what the index suggests: that is no precondition.
// RUN: check --only=race --block=64 --requires=n==blockDim.x-1

// expect: narrow_racy race=refuted
__global__ void narrow_racy(int *a, int n) {
  a[blockIdx.x * n + threadIdx.x] = (int)blockIdx.x; // race: write-write a
}

// expect: wide_free race=proved
__global__ void wide_free(int *a, int n) {
  a[blockIdx.x * (n + 1) + threadIdx.x] = (int)blockIdx.x;
}
