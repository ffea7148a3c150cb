// RUN: check --only=race,divergence --block 32,32
// Rows of 32 threads at a pitch of 33 words and, one too short, of 31.
// expect: pad_free race=proved
__global__ void pad_free() {
  __shared__ int s[32 * 33];
  s[threadIdx.y * 33 + threadIdx.x] = (int)threadIdx.y;
}

// expect: pad_racy race=refuted
__global__ void pad_racy() {
  __shared__ int s[32 * 33];
  s[threadIdx.y * 31 + threadIdx.x] = (int)threadIdx.y; // race: write-write s
}
