// One template, two instances: the step decides.
template <int STEP>
__global__ void shift(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + STEP]; // race: read-write a
}

// expect: shift<0> race=proved
template __global__ void shift<0>(int *);
// expect: shift<1> race=refuted
template __global__ void shift<1>(int *);
