// Stores by the one thread whose element equals a number of its own: columns of a row that occur once.

// expect: diagonal race=unproved
__global__ void diagonal(const int *rows, const int *cols, const int *vals, int *out) {
  const int row = blockIdx.x;
  __shared__ int diag;
  for (int at = rows[row] + threadIdx.x; at < rows[row + 1]; at += blockDim.x)
    if (cols[at] == row)
      diag = vals[at]; // race: write-write diag [warning]; unproved: race needs-precondition distinct(cols)
  __syncthreads();
  if (threadIdx.x == 0)
    out[row] = diag;
}

// A row for each warp; two threads of the warp read the row's begin.
// expect: diagonal_of_warp race=unproved
__global__ void diagonal_of_warp(const int *rows, const int *cols, const int *vals, int *out) {
  __shared__ int diag[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
  const int row = blockIdx.x * 32 + warp;
  for (int at = rows[row] + lane; at < rows[row + 1]; at += 32)
    if (cols[at] == row)
      diag[warp] = lane < 7 ? vals[at] : 0; // race: write-write diag [warning]; unproved: race needs-precondition distinct(cols)
  __syncwarp();
  if (lane == 0)
    out[row] = diag[warp];
}

// What a key is compared with may occur several times.
// expect: find race=refuted
__global__ void find(const int *a, int n, int key, int *place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] == key)
    *place = i; // race: write-write place
}

// Threads count how often their number occurs: it is meant to occur several times.
// expect: count race=refuted
__global__ void count(const int *a, int n, int *counts) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (a[i] == blockIdx.x)
      counts[blockIdx.x]++; // race: write-write counts; race: read-write counts
}

// A row for each warp in each round; lanes behind the row's end have no column.
// expect: diagonal_of_rounds race=unproved
__global__ void diagonal_of_rounds(const int *rows, const int *cols, const double *vals, double *out, int n) {
  __shared__ double diag[8];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int row = blockIdx.x * 8 + warp; row < n; row += gridDim.x * 8) {
    if (lane == 0)
      diag[warp] = 0;
    __syncwarp();
    const int end = rows[row + 1];
    for (int at = rows[row] + lane; __any_sync(0xffffffff, at < end); at += 32) {
      const int col = at < end ? cols[at] : -1;
      if (col == row)
        diag[warp] = vals[at]; // race: write-write diag [warning]; may-unproved: race *
    }
    __syncwarp();
    if (lane == 0)
      out[row] = diag[warp]; // race: write-write out [warning]
    __syncwarp();
  }
}

// The other columns of a row are many.
// expect: others_of_rounds race=refuted
__global__ void others_of_rounds(const int *rows, const int *cols, const double *vals, double *out, int n) {
  __shared__ double diag[8];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int row = blockIdx.x * 8 + warp; row < n; row += gridDim.x * 8) {
    if (lane == 0)
      diag[warp] = 0;
    __syncwarp();
    const int end = rows[row + 1];
    for (int at = rows[row] + lane; __any_sync(0xffffffff, at < end); at += 32) {
      const int col = at < end ? cols[at] : -1;
      if (col != row)
        diag[warp] = vals[at]; // race: write-write diag
    }
    __syncwarp();
    if (lane == 0)
      out[row] = diag[warp]; // race: write-write out [warning]; may-unproved: race *
    __syncwarp();
  }
}
