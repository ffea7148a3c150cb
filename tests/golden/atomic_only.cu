// Atomics of one size and scope never race with each other.
// expect: atomics_free race=proved
__global__ void atomics_free(int *a, unsigned long long *b, float *c, const int *key) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&a[key[i]], 1);
  atomicMax(&a[0], (int)i);
  atomicCAS(&a[1], 0, 1);
  atomicExch(&a[2], 7);
  atomicOr(&a[3], 1);
  atomicAdd(b, 1ull);
  atomicAdd(c, 1.0f);
}

// expect: atomics_racy race=refuted
__global__ void atomics_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&a[i / 2], 1); // @add
  if (i % 2 == 0)
    a[i / 2] = 5; // race: atomic-plain a @add
}
