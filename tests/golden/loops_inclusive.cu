// Loops that run to and with their bound: the ordinal itself is compared, and cannot pass the largest signed number.
// expect: rounds race=refuted
__global__ void rounds(int *a, int n) {
  for (int i = 0; i <= n; i++)
    a[i] = (int)threadIdx.x; // race: write-write a typed
}

// expect: rounds_free race=proved
__global__ void rounds_free(int *a, int n) {
  for (int i = 0; i <= n; i++)
    a[i * (int)(gridDim.x * blockDim.x) + (int)(blockIdx.x * blockDim.x + threadIdx.x)] = i;
}

// expect: wide race=refuted
__global__ void wide(int *a, long n) {
  for (int i = 0; i <= n; i++)
    a[i] = (int)threadIdx.x; // race: write-write a typed
}

// expect: wide_counter race=refuted
__global__ void wide_counter(int *a, long n) {
  for (long i = 0; i <= n; i++)
    a[i] = (int)threadIdx.x; // race: write-write a typed
}

// With the largest unsigned number as n it never ends: no round need be the last.
// expect: unsigned_rounds race=refuted
__global__ void unsigned_rounds(int *a, unsigned n) {
  for (unsigned i = 0; i <= n; i++)
    a[i] = (int)threadIdx.x; // race: write-write a approximate
}
