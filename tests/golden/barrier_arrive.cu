// Who arrives at a named barrier and does not wait is not understood: what races without it is no error.
// expect: produce race=unproved divergence=unproved
__global__ void produce(int *out) {
  __shared__ int cells[128];
  int t = threadIdx.x;
  if (t < 128) {
    cells[t] = t; // race: read-write cells @read [warning]; may-unproved: race
    asm volatile("bar.arrive 2, 256;" ::: "memory"); // unproved: race unsupported; unproved: divergence unsupported
  } else {
    asm volatile("bar.sync 2, 256;" ::: "memory"); // unproved: race barrier-kind; unproved: divergence barrier-kind
    out[t - 128] = cells[255 - t]; // @read
  }
}
