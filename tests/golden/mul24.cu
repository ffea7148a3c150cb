// Factors of __mul24 and __umul24 are taken to have 24 bits, and that is said.

// expect: one_axis race=proved
// assume: gridDim.x <= 2^23
__global__ void one_axis(float *a, int n) {
  int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
  if (i < n)
    a[i] = blockIdx.x;
}

// expect: one_axis_racy race=refuted
__global__ void one_axis_racy(float *a, int n) {
  int i = __mul24(blockIdx.x, blockDim.x - 1) + threadIdx.x;
  if (i < n)
    a[i] = blockIdx.x; // race: write-write a
}

// expect: two_axes race=proved
// assume: gridDim.x * gridDim.y * blockDim.x < 2^23
__global__ void two_axes(float *a, int n) {
  int i = __mul24(__mul24(blockIdx.y, gridDim.x) + blockIdx.x, blockDim.x) + threadIdx.x;
  if (i < n)
    a[i] = blockIdx.x;
}

// expect: two_axes_unsigned race=proved
// assume: gridDim.x + gridDim.y * (gridDim.x & 16777215) < 2^24
__global__ void two_axes_unsigned(float *a, int n) {
  unsigned i = __umul24(__umul24(blockIdx.y, gridDim.x) + blockIdx.x, blockDim.x) + threadIdx.x;
  if (i < n)
    a[i] = blockIdx.x;
}

// expect: two_axes_racy race=refuted
__global__ void two_axes_racy(float *a, int n) {
  unsigned i = __umul24(__umul24(blockIdx.y, gridDim.x) + blockIdx.x / 2, blockDim.x) + threadIdx.x;
  if (i < n)
    a[i] = blockIdx.x; // race: write-write a
}

// A mask of the program's own means what it says: elements come again after 2^24.
// expect: masked race=unproved
__global__ void masked(float *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[(i & 0xffffff) * 4] = blockIdx.x; // may-race: write-write a; may-unproved: race
}

// A parameter that 24 bits do not hold is none of the launches it is race-free for.
// expect: factor race=unproved
// assume: n < 2^23
__global__ void factor(float *a, int n) {
  if (threadIdx.x < n)
    a[__mul24(blockIdx.x, n) + threadIdx.x] = blockIdx.x; // race: write-write a [warning]; unproved: race needs-precondition n >= 1
}
