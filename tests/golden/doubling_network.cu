// RUN: search --only=race
// A network of comparisons: partners lie in the row where its length is a power of two, which nothing but the way they are found says.

// expect: sorts race=unproved
__global__ void sorts(const float *x, int *rows, int n) {
  int col = threadIdx.x, *row = rows + blockIdx.y * n;
  const float *values = x + blockIdx.y * n;
  if (col >= n) return;
  row[col] = col; // may-race: * rows @step [warning]; may-unproved: race
  __syncthreads();
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = col ^ j;
      if (other > col && values[row[col]] > values[row[other]]) { int t = row[col]; row[col] = row[other]; row[other] = t; } // @step; may-race: * rows [warning]; may-unproved: race
      __syncthreads();
    }
}

// Without the barrier the steps of one row meet, whatever its length is.
// expect: sorts_racy race=refuted
__global__ void sorts_racy(const float *x, int *rows, int n) {
  int col = threadIdx.x, *row = rows + blockIdx.y * n;
  const float *values = x + blockIdx.y * n;
  if (col >= n) return;
  row[col] = col; // may-race: * rows; may-race: * rows @step_racy; may-unproved: race
  __syncthreads();
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = col ^ j;
      if (other > col && values[row[col]] > values[row[other]]) { int t = row[col]; row[col] = row[other]; row[other] = t; } // @step_racy; race: read-write rows; may-race: * rows; may-unproved: race
    }
}
