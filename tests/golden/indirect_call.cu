// A call through a pointer that arrives as an argument.
typedef void (*action)(int *, unsigned);

// expect: indirect race=unproved divergence=unproved
__global__ void indirect(action f, int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  f(a, i); // unproved: race unsupported; unproved: divergence unsupported
}
