// A proof rests on an index staying in its dimension only where that is proved. Otherwise a race is one of cells.

// expect: rows race=unproved
__global__ void rows(int n) {
  __shared__ int s[64][16];
  if (threadIdx.x < 64)
    for (int k = 0; k < n; k++)
      s[threadIdx.x][k] = k; // race: write-write s [warning]; unproved: race needs-precondition no race on 's' if n <= 16
}

// expect: rows_free race=proved
__global__ void rows_free(int n) {
  __shared__ int s[64][16];
  if (threadIdx.x < 64)
    for (int k = 0; k < n && k < 16; k++)
      s[threadIdx.x][k] = k;
}

// The same cells by one index.
// expect: cells_racy race=refuted|unproved
__global__ void cells_racy(int n) {
  __shared__ int s[64 * 16];
  if (threadIdx.x < 64)
    for (int k = 0; k < n; k++)
      s[threadIdx.x * 16 + k] = k; // may-race: write-write s [*]; may-same-value: s; may-unproved: race
}

// expect: square race=unproved
__global__ void square() {
  __shared__ int s[16][16];
  s[threadIdx.y][threadIdx.x] = (int)(threadIdx.x + 100 * threadIdx.y); // race: write-write s [warning]; unproved: race needs-precondition no race on 's' if blockDim.x <= 16
}

// Blocks of more than 16 threads race.
// expect: taken_apart race=refuted
__global__ void taken_apart() {
  __shared__ int s[4][8];
  unsigned t = threadIdx.x;
  s[t >> 4][t & 15] = (int)t; // race: write-write s
}

// expect: taken_apart_free race=proved
__global__ void taken_apart_free() {
  __shared__ int s[4][16];
  unsigned t = threadIdx.x;
  s[t >> 4][t & 15] = (int)t;
}

// The rows are filled as if they were one.
// expect: wound race=unproved
__global__ void wound(int *out) {
  __shared__ int s[8][8];
  if (threadIdx.x < 64)
    s[0][threadIdx.x] = (int)threadIdx.x; // @write; race: read-write s @read [warning]; unproved: race needs-precondition
  int v = threadIdx.x < 64 ? s[threadIdx.x & 7][threadIdx.x >> 3] : 0; // @read
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// expect: wound_free race=proved
__global__ void wound_free(int *out) {
  __shared__ int s[8][8];
  if (threadIdx.x < 64)
    s[0][threadIdx.x] = (int)threadIdx.x;
  __syncthreads();
  int v = threadIdx.x < 64 ? s[threadIdx.x & 7][threadIdx.x >> 3] : 0;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

#define T 16

// A product of tiles, as in text books: blocks of T by T threads.
// expect: product race=unproved
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0;
  for (int m = 0; m < n / T; m++) {
    as[y][x] = a[row * n + m * T + x]; // race: write-write as [warning]; unproved: race needs-precondition no race on 'as' if blockDim.x <= 16
    bs[y][x] = b[(m * T + y) * n + column]; // race: write-write bs [warning]; unproved: race needs-precondition no race on 'bs' if blockDim.x <= 16
    __syncthreads();
    for (int k = 0; k < T; k++)
      sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum; // race: write-write c [warning]; unproved: race needs-precondition
}
