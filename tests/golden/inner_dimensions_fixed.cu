// RUN: check --block=32,8 --grid=1 --only=race,divergence,bounds,assert,advice
// In a launch that is given it is decided whether indices stay in their dimensions, and nothing is assumed of them.

// expect: square race=refuted bounds=refuted
__global__ void square() {
  __shared__ int s[16][16];
  s[threadIdx.y][threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y); // race: write-write s; dimension: s
}

// expect: square_free race=proved bounds=proved
__global__ void square_free() {
  __shared__ int s[16][32];
  s[threadIdx.y][threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y);
}

// Each thread reads its own cell, were it not for the ends of the rows.
// expect: own race=refuted bounds=refuted
__global__ void own() {
  __shared__ int s[16][16], r[8][32];
  s[threadIdx.y][threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y); // race: write-write s; dimension: s
  __syncthreads();
  r[threadIdx.y][threadIdx.x] = s[threadIdx.y][threadIdx.x]; // dimension: s
}

// expect: own_free race=proved bounds=proved
__global__ void own_free() {
  __shared__ int s[16][32], r[8][32];
  s[threadIdx.y][threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y);
  __syncthreads(); // redundant-barrier:
  r[threadIdx.y][threadIdx.x] = s[threadIdx.y][threadIdx.x];
}
