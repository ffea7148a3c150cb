// RUN: check --only=race
// Rows of a compressed matrix, a block each: that a counter which begins at a value from memory does not overflow is an assumption.

// expect: rows race=unproved
// assume: no-signed-overflow
__global__ void rows(int *o, const int *start) {
  int b = blockIdx.x, s = start[b], e = start[b + 1];
  for (int i = s + threadIdx.x; i < e; i += blockDim.x)
    o[i] = b; // race: write-write o [warning]; unproved: race needs-precondition sorted(start)
}

// expect: own_row race=proved
// assume: no-signed-overflow
__global__ void own_row(int *o, const int *start) {
  if (blockIdx.x > 0) return;
  for (int i = start[0] + threadIdx.x; i < start[1]; i += blockDim.x)
    o[i] = i;
}

// The step is one too short.
// expect: short_step race=refuted
__global__ void short_step(int *o, const int *start) {
  if (blockIdx.x > 0) return;
  for (int i = start[0] + threadIdx.x; i < start[1]; i += blockDim.x - 1)
    o[i] = threadIdx.x; // race: write-write o
}
