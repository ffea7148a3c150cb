// A test that fails once ends the loop, even if it would hold again after the counter came round.
// RUN: check --block 8 --only=race,divergence,bounds
// expect: strided race=proved bounds=proved
__global__ void strided() {
  __shared__ int s[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    s[i] = i;
}

// expect: one_more race=proved bounds=refuted
__global__ void one_more() {
  __shared__ int s[256];
  for (int i = threadIdx.x; i <= 256; i += blockDim.x)
    s[i] = i; // bounds: s
}

// A thread that counted down to 0 has left the kernel for good.
// expect: down divergence=proved
__global__ void down() {
  for (unsigned i = threadIdx.x; i > 0; i--)
    __syncthreads(); // may-divergence: exited [warning]
}

// expect: down_and_on divergence=refuted
__global__ void down_and_on(int *a) {
  for (unsigned i = threadIdx.x; i > 0; i--)
    __syncthreads(); // divergence: *
  a[threadIdx.x] = 1;
}

// The test fails at i == 1 in every thread, and holds again at 2 and 3.
// expect: there_and_back race=proved|unproved
__global__ void there_and_back() {
  __shared__ int s[8];
  for (int i = 0; (i ^ 2) < 3; i++)
    s[(threadIdx.x + 7 * i) & 7] = i; // may-race: write-write s; may-unproved: race data-dependent
}

// expect: there_and_on race=refuted
__global__ void there_and_on() {
  __shared__ int s[8];
  for (int i = 0; (i ^ 2) < 4; i++)
    s[(threadIdx.x + 7 * i) & 7] = i; // race: write-write s
}
