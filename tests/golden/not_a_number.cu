// No run gives a floating-point array a NaN: authors do not mean lanes to disagree about `v > w || (v == w && e < f)`.
// RUN: check --only=race --block 32,1,1
// expect: largest race=unproved
__global__ void largest(const float *x, int *ids) {
  float most = x[blockIdx.x * 32 + threadIdx.x];
  int at = threadIdx.x;
  for (int lanes = 16; lanes > 0; lanes >>= 1) {
    float other = __shfl_xor_sync(~0u, most, lanes);
    int where = __shfl_xor_sync(~0u, at, lanes);
    if (other > most || (other == most && where < at)) {
      most = other;
      at = where;
    }
  }
  if (at == threadIdx.x)
    ids[blockIdx.x] = at; // race: write-write ids [warning]; unproved: race data-dependent
}

// expect: neither race=unproved
__global__ void neither(const float *x, int *o) {
  float v = x[0];
  if (!(v >= 0) && !(v < 0))
    o[0] = threadIdx.x; // race: write-write o [warning]; unproved: race data-dependent
}

// Few are positive, but some are.
// expect: few race=refuted
__global__ void few(const float *x, int *o) {
  float v = x[threadIdx.x] * x[threadIdx.x + 32];
  if (v > 0)
    o[0] = threadIdx.x; // race: write-write o
}
