// __launch_bounds__ limits the launches in scope.
// expect: bounds_free race=proved
__global__ void __launch_bounds__(256) bounds_free() {
  __shared__ unsigned s[256];
  s[threadIdx.x % 256] = threadIdx.x;
}

// expect: bounds_racy race=refuted
__global__ void __launch_bounds__(512) bounds_racy() {
  __shared__ unsigned s[256];
  s[threadIdx.x % 256] = threadIdx.x; // race: write-write s
}
