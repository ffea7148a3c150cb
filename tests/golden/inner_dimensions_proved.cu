// RUN: check --only=race,bounds
// Where all accesses are proved to stay in their arrays, a proof may rest on dimensions all the same, and says so.
// expect: rows_wide race=proved bounds=proved
// assume: every index stays inside its own dimension
__global__ void rows_wide() {
  __shared__ int s[64][16];
  if (blockDim.x <= 32 && blockDim.y <= 16)
    s[threadIdx.y][threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y);
}

// expect: cells_wide race=unproved bounds=proved
__global__ void cells_wide() {
  __shared__ int s[64 * 16];
  if (blockDim.x <= 32 && blockDim.y <= 16)
    s[threadIdx.y * 16 + threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y); // race: write-write s [warning]; unproved: race needs-precondition
}
