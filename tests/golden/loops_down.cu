// A loop that counts down.
// expect: down_free race=proved
__global__ void down_free() {
  __shared__ int s[4096];
  for (int k = 3; k >= 0; k--)
    s[threadIdx.x * 4 + k] = (int)threadIdx.x;
}

// expect: down_racy race=refuted
__global__ void down_racy() {
  __shared__ int s[4096];
  for (int k = 4; k >= 0; k--)
    s[threadIdx.x * 4 + k] = (int)threadIdx.x; // race: write-write s
}
