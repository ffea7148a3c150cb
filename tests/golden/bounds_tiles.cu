// RUN: check --only=bounds
// Tiles with rims and paddings, in blocks of any size. A block larger than the tile is a launch nobody means.

// expect: halo bounds=proved
__global__ void __launch_bounds__(256) halo(int k) {
  __shared__ int s[258];
  s[threadIdx.x + 1] = k;
  if (threadIdx.x == 0) s[0] = k;
  if (threadIdx.x == blockDim.x - 1) s[threadIdx.x + 2] = k;
}

// expect: halo_short bounds=refuted
__global__ void __launch_bounds__(256) halo_short(int k) {
  __shared__ int s[257];
  s[threadIdx.x + 1] = k;
  if (threadIdx.x == 0) s[0] = k;
  if (threadIdx.x == blockDim.x - 1) s[threadIdx.x + 2] = k; // bounds: s
}

// expect: square bounds=unproved
__global__ void square(float k) {
  __shared__ float s[16][17];
  s[threadIdx.y][threadIdx.x] = k; // bounds: s [warning]; unproved: bounds needs-precondition
}

// The last row is one short, in the 16 by 16 blocks that it is meant for too.
// expect: square_short bounds=refuted
__global__ void square_short(float k) {
  __shared__ float s[16][16];
  s[threadIdx.y][threadIdx.x + 1] = k; // bounds: s
}

// expect: square_fixed bounds=proved
__global__ void square_fixed(float k) {
  __shared__ float s[16][17];
  if (threadIdx.x < 16 && threadIdx.y < 16) s[threadIdx.y][threadIdx.x] = k;
}

// Two arrays of one block each; the row in front of the first is not the end of another.
// expect: two_arrays bounds=refuted
__global__ void two_arrays(int k) {
  __shared__ int first[64], second[64];
  if (threadIdx.x < 64) {
    first[threadIdx.x] = k;
    second[(int)threadIdx.x - 1] = k; // bounds: second
  }
}

// Without threads along z the third axis does not matter.
// expect: cube bounds=proved
__global__ void cube(int k) {
  __shared__ char s[1024];
  s[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = (char)k;
}

// expect: cube_short bounds=unproved
__global__ void cube_short(int k) {
  __shared__ char s[1023];
  s[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = (char)k; // bounds: s [warning]; unproved: bounds needs-precondition
}
