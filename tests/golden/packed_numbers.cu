// Numbers of warps kept in bit-fields beside bits that were never written, as tiles of cooperative groups keep them.
struct tile {
  unsigned long long kind : 1, width : 31, count : 16, rank : 16;
};

__device__ struct tile tile_of(unsigned width) {
  struct tile t;
  unsigned line = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  t.kind = 1;
  t.width = width;
  t.count = (threads + width - 1) / width;
  t.rank = line / width;
  return t;
}

// expect: rows_free race=proved
__global__ void rows_free(float *a, float *sum, int rows, int n) {
  struct tile t = tile_of(32);
  int row = blockIdx.x * t.count + t.rank;
  unsigned lane = ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
  if (row >= rows)
    return;
  if (lane == 0)
    sum[row] = a[row * n];
  for (int i = lane; i < n; i += 32)
    a[row * n + i] += 1;
}

// Each warp takes rows at a distance, and takes their numbers apart: no rank reaches the number of warps, rounded up.
// expect: strided_free race=proved
__global__ void strided_free(float *a, int B, int T, int C) {
  struct tile t = tile_of(32);
  unsigned lane = ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
  for (int row = blockIdx.x * t.count + t.rank; row < B * T; row += gridDim.x * t.count)
    for (int i = lane; i < C; i += 32)
      a[row / T * T * C + row % T * C + i] += 1;
}

// expect: strided_racy race=refuted
__global__ void strided_racy(float *a, int rows, int C) {
  for (int row = blockIdx.x * ((blockDim.x + 31) / 32) + threadIdx.x / 32; row < rows; row += gridDim.x * ((blockDim.x + 31) / 32))
    for (int i = threadIdx.x % 32; i <= C; i += 32)
      a[row * C + i] = threadIdx.x; // race: write-write a
}

// A block that is not a multiple of a warp has one more than this says.
// expect: rows_racy race=unproved
__global__ void rows_racy(int *sum, int rows) {
  struct tile t = tile_of(32);
  int row = blockIdx.x * ((blockDim.x * blockDim.y * blockDim.z) / 32) + t.rank;
  unsigned lane = ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
  if (row < rows && lane == 0)
    sum[row] = threadIdx.x + blockIdx.x; // race: write-write sum [warning]
}

// A field of 4 bits does not hold the 32 warps of a block.
struct narrow {
  unsigned count : 28, rank : 4;
};

// expect: narrow_racy race=refuted
__global__ void narrow_racy(int *sum) {
  struct narrow t = {64, 0};
  t.rank = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0)
    sum[blockIdx.x * t.count + t.rank] = threadIdx.x; // race: write-write sum
}

// 1023 is a mask that takes nothing away from a number of a thread, 1022 is not.
// expect: masked_free race=proved
__global__ void masked_free(int *a) {
  unsigned line = threadIdx.y * blockDim.x + threadIdx.x;
  a[(line & 1023) + blockIdx.x * 1024] = line;
}

// expect: masked_racy race=refuted
__global__ void masked_racy(int *a) {
  unsigned line = threadIdx.y * blockDim.x + threadIdx.x;
  a[(line & 1022) + blockIdx.x * 1024] = line; // race: write-write a
}

// expect: beyond_free race=proved
__global__ void beyond_free(int *a) {
  unsigned line = threadIdx.y * blockDim.x + threadIdx.x;
  a[(line + 1) & 1023] = line;
}

// expect: beyond_racy race=refuted
__global__ void beyond_racy(int *a) {
  a[(2 * threadIdx.x) & 1023] = threadIdx.x; // race: write-write a
}
