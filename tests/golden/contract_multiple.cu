// Rows of n elements are written in pieces of sixteen.
// expect: pieces race=unproved
__global__ void pieces(int *a, int m, int n) {
  int y = blockIdx.y * blockDim.y + threadIdx.y, x = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (y < m && x < n)
    for (int i = 0; i < 16; i++)
      a[y * n + x + i] = threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition n % 16 == 0
}

// A seventeenth element.
// expect: pieces_racy race=refuted
__global__ void pieces_racy(int *a, int m, int n) {
  int y = blockIdx.y * blockDim.y + threadIdx.y, x = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (y < m && x < n)
    for (int i = 0; i < 17; i++)
      a[y * n + x + i] = threadIdx.x; // race: write-write a
}

// One warp writes each piece: its number is that of the warp in a row of warps.
// expect: warps race=unproved
__global__ void warps(int *a, int n) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (threadIdx.x % 32 == 0 && warp * 8 < n)
    a[warp * 8] = threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition blockDim.x % 32 == 0
}

// Blocks of any size share warps 0 and 1.
// expect: warps_racy race=refuted
__global__ void warps_racy(int *a, int n) {
  int warp = blockIdx.x + threadIdx.x / 32;
  if (threadIdx.x % 32 == 0 && warp * 8 < n)
    a[warp * 8] = threadIdx.x; // race: write-write a
}

// Four numbers at a time, in parts of n / 4 of them.
// expect: parts race=unproved
__global__ void parts(float4 *a, float *b, int n) {
  extern __shared__ float4 s[];
  float4 *mine = s + (int)threadIdx.y * (n / 4);
  for (int i = threadIdx.x; 4 * i < n; i += (int)blockDim.x)
    mine[i] = a[i]; // race: write-write s [warning]; unproved: race needs-precondition n % 4 == 0
}
