// 4 million tickets of 4096: the counter goes round four times, and each element has four writers. No proof takes it not to.
// RUN: check --only=race --block=1024 --grid=4096

// expect: wide race=unproved
__global__ void wide(unsigned *counter, unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned ticket = atomicAdd(counter, 4096);
  out[ticket >> 12] = i; // race: write-write out [warning]; unproved: race data-dependent
}

// A thousand for each thread fit.
// expect: narrow race=proved
__global__ void narrow(unsigned *counter, unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned ticket = atomicAdd(counter, 1000);
  out[ticket / 1000] = i;
}
