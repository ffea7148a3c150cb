// A pointer to a private variable or into shared memory.
// expect: private_free race=proved
__global__ void private_free(int n) {
  __shared__ int s[1024];
  int mine = 0;
  int *p = n > 4 ? &mine : &s[threadIdx.x];
  *p = (int)threadIdx.x;
}

// expect: private_racy race=refuted
__global__ void private_racy(int n) {
  __shared__ int s[1024];
  int mine = 0;
  int *p = n > 4 ? &mine : &s[threadIdx.x / 2];
  *p = (int)threadIdx.x; // race: write-write s
}
