// RUN: check --only=race,bounds
// Where a block is no larger than the rows, indices are proved to stay in them, and proofs assume nothing of that.
// expect: rows_wide race=unproved bounds=unproved
__global__ void rows_wide() {
  __shared__ int s[64][16];
  if (blockDim.x <= 32 && blockDim.y <= 16)
    s[threadIdx.y][threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y); // race: write-write s [warning]; unproved: race needs-precondition no race on 's' if blockDim.x <= 16; dimension: s [warning]; unproved: bounds needs-precondition no index of 's' outside its dimension if blockDim.x <= 16
}

// expect: rows_wide_free race=proved bounds=proved
__global__ void rows_wide_free() {
  __shared__ int s[64][32];
  if (blockDim.x <= 32 && blockDim.y <= 16)
    s[threadIdx.y][threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y);
}

// expect: cells_wide race=unproved bounds=proved
__global__ void cells_wide() {
  __shared__ int s[64 * 16];
  if (blockDim.x <= 32 && blockDim.y <= 16)
    s[threadIdx.y * 16 + threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y); // race: write-write s [warning]; unproved: race needs-precondition
}
