// Reversing in place: half of the threads suffice, all of them fight.
// expect: flip_free race=proved
__global__ void flip_free(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    int v = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = v;
  }
}

// expect: flip_racy race=refuted
__global__ void flip_racy(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int v = a[i]; // @mine
    a[i] = a[n - 1 - i]; // race: read-write a; may-race: write-write a @other
    a[n - 1 - i] = v; // @other; race: read-write a @mine
  }
}
