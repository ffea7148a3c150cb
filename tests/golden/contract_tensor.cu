// Tensors with a stride for each dimension: no stride is smaller than what it steps over.

// expect: tensor_axes race=unproved
__global__ void tensor_axes(float *a, int n, int s1, int s2) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  if (x < n)
    a[x + blockIdx.y * s1 + blockIdx.z * s2] = x + blockIdx.z; // race: write-write a [warning]; unproved: race needs-precondition s1 >= n && s2 >= gridDim.y * s1
}

// Two blocks share a row.
// expect: tensor_axes_racy race=refuted
__global__ void tensor_axes_racy(float *a, int n, int s1, int s2) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  if (x < n)
    a[x + blockIdx.y / 2 * s1 + blockIdx.z * s2] = x + blockIdx.y; // race: write-write a
}

// A number taken apart: the outermost stride is the one of the last quotient, whatever order they are named in.
// expect: tensor_split race=unproved
__global__ void tensor_split(float *a, long n, long n0, long n1, long s2, long s1) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n)
    a[i / (n0 * n1) * s2 + i / n0 % n1 * s1 + i % n0] = i; // race: write-write a [warning]; unproved: race needs-precondition n0 >= 1 && n1 >= 1 && s1 >= n0 && s2 >= n1 * s1
}

// expect: tensor_split_racy race=refuted
__global__ void tensor_split_racy(float *a, long n, long n0, long n1, long s2, long s1) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n)
    a[i / (n0 * n1) * s2 + i / n0 % n1 * s1] = i; // race: write-write a
}

// The remainder is what is left of the number.
// expect: tensor_rest race=unproved
__global__ void tensor_rest(float *a, int n0, int n1, int s1, int s2) {
  int i0 = blockIdx.y * blockDim.y + threadIdx.y, row = blockIdx.x * blockDim.x + threadIdx.x;
  if (i0 < n0) {
    int i2 = row / n1, i1 = row - i2 * n1;
    a[i0 + i1 * s1 + i2 * s2] = row + i0; // race: write-write a [warning]; unproved: race needs-precondition s1 >= n0 && s2 >= n1 * s1
  }
}

// expect: tensor_rest_racy race=refuted
__global__ void tensor_rest_racy(float *a, int n0, int n1, int s1, int s2) {
  int i0 = blockIdx.y * blockDim.y + threadIdx.y, row = blockIdx.x * blockDim.x + threadIdx.x;
  if (i0 < n0) {
    int i2 = row / n1, i1 = row - i2 * n1;
    a[i0 / 2 + i1 * s1 + i2 * s2] = row + i0; // race: write-write a
  }
}

// Numbers that the program declares unsigned.
// expect: tensor_unsigned race=unproved
__global__ void tensor_unsigned(float *a, unsigned n, unsigned w, unsigned pitch) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i / w * pitch + i % w] = i; // race: write-write a [warning]; unproved: race needs-precondition w >= 1 && pitch >= w
}

// expect: tensor_unsigned_racy race=refuted
__global__ void tensor_unsigned_racy(float *a, unsigned n, unsigned w, unsigned pitch) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i / w * pitch + i % w / 2] = i; // race: write-write a
}
