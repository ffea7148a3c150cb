// RUN: check --only=race
// Rows of a triangle, handled in pieces of a block: they stay in their row of T if T is a multiple of the piece.

// expect: pieces race=unproved
__global__ void __launch_bounds__(128) pieces(float *d, int T) {
  int t = blockIdx.x, head = blockIdx.y;
  d += head * T * T + t * T;
  int steps = (t + 1 + 127) / 128;
  for (int k = 0; k < steps; k++)
    d[k * 128 + threadIdx.x] = 2 * t + head; // race: write-write d [warning]; unproved: race needs-precondition
}

// One piece too many.
// expect: pieces_more race=refuted
__global__ void __launch_bounds__(128) pieces_more(float *d, int T) {
  int t = blockIdx.x, head = blockIdx.y;
  d += head * T * T + t * T;
  int steps = (T + 1 + 127) / 128;
  for (int k = 0; k < steps; k++)
    d[k * 128 + threadIdx.x] = 2 * t + head; // race: write-write d
}

// In blocks of one warp, and no more.
// expect: warps race=unproved
__global__ void __launch_bounds__(32) warps(float *d, int T) {
  int t = blockIdx.x;
  d += blockIdx.y * T * T + t * T;
  int steps = (t + 1 + 31) / 32;
  for (int k = 0; k < steps; k++)
    d[k * 32 + threadIdx.x] = 2 * t + blockIdx.y; // race: write-write d [warning]
}
