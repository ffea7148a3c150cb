// Rows of n numbers, unpacked from groups of 32: a thread writes the elements i and i + 16 of a group. n is a long.
// expect: unpacked race=unproved
__global__ void unpacked(float *y, long n, long rows) {
  const long i = 2 * ((long)blockDim.x * blockIdx.x + threadIdx.x);
  if (i >= n)
    return;
  for (long row = blockIdx.y; row < rows; row += gridDim.y) {
    const long at = row * n + i - i % 32 + i % 32 / 2;
    y[at] = 1; // race: write-write y @second [warning]; unproved: race needs-precondition n % 32 == 0
    y[at + 16] = 2; // @second
  }
}

// The same with int.
// expect: unpacked_int race=unproved
__global__ void unpacked_int(float *y, int n) {
  const int i = 2 * (blockDim.x * blockIdx.x + threadIdx.x);
  if (i >= n)
    return;
  const int at = blockIdx.y * n + i - i % 32 + i % 32 / 2;
  y[at] = 1; // race: write-write y @second_int [warning]; unproved: race needs-precondition n % 32 == 0
  y[at + 16] = 2; // @second_int
}

// One step too far, into the next group.
// expect: unpacked_racy race=refuted
__global__ void unpacked_racy(float *y, long n, long rows) {
  const long i = 2 * ((long)blockDim.x * blockIdx.x + threadIdx.x);
  if (i >= n)
    return;
  for (long row = blockIdx.y; row < rows; row += gridDim.y) {
    const long at = row * n + i - i % 32 + i % 32 / 2;
    y[at] = 1; // race: write-write y @too_far
    y[at + 17] = 2; // @too_far
  }
}
