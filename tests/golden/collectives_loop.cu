// A lane that passes a shuffle by may meet the others at one of the same kind in a loop; which lanes of a warp
// meet is not modelled then.
// expect: meets_in_loop divergence=unproved
__global__ void meets_in_loop(int n) {
  int v = n;
  if (threadIdx.x)
    (void)__shfl_xor_sync(0xffffffffu, v, 1); // unproved: divergence barrier-kind
  for (int i = 0; i < 2; i++)
    (void)__shfl_xor_sync(0xffffffffu, v, 1);
}

// expect: all_come divergence=proved
__global__ void all_come(int n) {
  int v = n;
  if (blockIdx.x)
    (void)__shfl_xor_sync(0xffffffffu, v, 1);
  for (int i = 0; i < 2; i++)
    (void)__shfl_xor_sync(0xffffffffu, v, 1);
}

// The loop is never entered: nothing else is met.
// expect: misses divergence=refuted
__global__ void misses(int *a, int n) {
  int v = n;
  if (threadIdx.x)
    v = __shfl_xor_sync(0xffffffffu, v, 1); // divergence: *
  a[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
