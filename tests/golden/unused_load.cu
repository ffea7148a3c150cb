// A load whose result nobody uses is a read all the same.
// expect: unused_racy race=refuted
__global__ void unused_racy() {
  __shared__ int s[1025];
  s[threadIdx.x] = 1; // @store
  int v = s[threadIdx.x + 1]; // race: read-write s @store
  (void)v;
}

// expect: unused_free race=proved
__global__ void unused_free() {
  __shared__ int s[1025];
  s[threadIdx.x] = 1;
  int v = s[threadIdx.x + 0];
  (void)v;
}
