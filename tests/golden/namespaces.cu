// Names: a namespace, C linkage, neither.
namespace physics {
// expect: physics::advance race=proved
__global__ void advance(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
} // namespace physics

// expect: plain_c race=proved
extern "C" __global__ void plain_c(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] += 2;
}

// expect: over race=proved
__global__ void over(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] += 3;
}
