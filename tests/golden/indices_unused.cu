// Kernels that begin with all of the indices, and use some: an axis whose index nobody uses is not read.
// RUN: check --only=race --block 16,16

// expect: unused race=unproved
// assume: gridDim.y
__global__ void unused(float *d, int k, int n) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int row = by * 16 + ty;
  int at = ty * n + bx * 16 + tx;
  d[at] = d[at] / 2; // race: write-write d [warning]; race: read-write d [warning]; unproved: race needs-precondition n >= 16 * gridDim.x
}

// expect: used race=refuted
__global__ void used(float *d, int k, int n) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int at = ty * n + bx * 16 + tx;
  if (by < k)
    d[at] = d[at] / 2; // race: write-write d; race: read-write d
}
