// The linear id of a thread in a three-dimensional block, right and with a wrong extent.
// expect: linear_free race=proved
__global__ void linear_free() {
  __shared__ int s[1024];
  unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  s[t] = (int)threadIdx.z;
}

// Blocks with more rows than columns fold rows of two planes onto each other.
// expect: linear_racy race=refuted
__global__ void linear_racy() {
  __shared__ int s[1024];
  unsigned t = (threadIdx.z * blockDim.x + threadIdx.y) * blockDim.x + threadIdx.x;
  s[t] = (int)threadIdx.z; // race: write-write s
}
