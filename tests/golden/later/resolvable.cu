// An index that other threads stored before the barrier.
// expect: permuted_free race=proved
__global__ void permuted_free() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[blockDim.x - 1 - t] = t;
  __syncthreads();
  s[place[t]] = t;
}

// expect: permuted_racy race=refuted
__global__ void permuted_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[blockDim.x - 1 - t] = t / 2;
  __syncthreads();
  s[place[t]] = t; // race: write-write s
}
