// A race behind a warp barrier that some lanes never come to: in a run it opens only once they have left.
// expect: behind_missed race=unproved divergence=refuted
__global__ void __launch_bounds__(32) behind_missed(int *a) {
  __shared__ int s[1];
  if (threadIdx.x == 0) {
    __syncwarp(); // divergence: *
    s[0] = 1;     // may-race: read-write s @read [*]; unproved: race not-replayed
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[0]; // @read
}

// expect: no_barrier race=refuted divergence=proved
__global__ void __launch_bounds__(32) no_barrier(int *a) {
  __shared__ int s[1];
  if (threadIdx.x == 0) {
    s[0] = 1; // race: read-write s @read2
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[0]; // @read2
}
