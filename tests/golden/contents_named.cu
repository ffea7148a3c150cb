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
