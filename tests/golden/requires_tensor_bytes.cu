// RUN: check --only=race --requires=nb0>=4&&n0>=1 --requires=nb1>=n0*nb0&&n1>=1 --requires=nb2>=n1*nb1&&n2>=1 --requires=nb3>=n2*nb2
// Numbers of four bytes, with a stride of bytes for each dimension, the first included.
// expect: copied race=proved
__global__ void copied(char *a, long n, long n0, long n1, long n2, long nb0, long nb1, long nb2, long nb3) {
  const long i = (long)blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  const long i3 = i / (n0 * n1 * n2), i2 = (i - i3 * n0 * n1 * n2) / (n0 * n1), i1 = (i - i3 * n0 * n1 * n2 - i2 * n0 * n1) / n0;
  const long i0 = i - i3 * n0 * n1 * n2 - i2 * n0 * n1 - i1 * n0;
  *(float *)(a + i0 * nb0 + i1 * nb1 + i2 * nb2 + i3 * nb3) = i;
}

// Eight bytes, in steps of four or more.
// expect: copied_racy race=unproved
__global__ void copied_racy(char *a, long n, long n0, long n1, long n2, long nb0, long nb1, long nb2, long nb3) {
  const long i = (long)blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n)
    *(double *)(a + i * nb0) = i; // race: write-write a [warning]; unproved: race needs-precondition
}
