// Rows that are sorted in steps that double up to their length: `t ^ j` stays in the row if the length is a power of two, which an author
// means. Other lengths are no error of the kernel.
// expect: sort race=unproved
__global__ void sort(int *dst, int n) {
  int t = threadIdx.x, *row = dst + blockIdx.y * n;
  if (t >= n)
    return;
  row[t] = t;      // race: read-write dst @read [warning]; may-race: read-write dst @copy [warning]
  __syncthreads(); // may-divergence: exited [warning]
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = t ^ j;
      if (other > t && (t & k) == 0 && row[t] > row[other]) // @read
        row[t] = row[other]; // @copy; may-race: * dst [warning]; may-race: * dst @read [warning]; may-unproved: race data-dependent
      __syncthreads(); // may-divergence: exited [warning]
    }
}

// The partner in front is in the row of another block.
// expect: shift race=refuted
__global__ void shift(int *dst, int n) {
  int t = threadIdx.x, *row = dst + blockIdx.y * n;
  if (t >= n)
    return;
  row[t] = t;      // race: read-write dst @before
  __syncthreads(); // may-divergence: exited [warning]
  for (int k = 2; k <= n; k *= 2) {
    int other = t - k;
    if ((t ^ k) > t)
      row[t] = row[other]; // @before; may-race: read-write dst
    __syncthreads();     // may-divergence: exited [warning]
  }
}
