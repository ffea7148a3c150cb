// A block walks over dynamic shared memory by its width, or by the width of a warp.
// expect: walk_free race=proved
__global__ void walk_free(int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = (int)threadIdx.x;
}

// Threads 0 and 32 both reach s[32].
// expect: walk_racy race=refuted
__global__ void walk_racy(int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += warpSize)
    s[i] = (int)threadIdx.x; // race: write-write s
}
