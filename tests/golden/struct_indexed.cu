// Numbers of a structure that is passed by value and indexed: runs have what models say of them.
struct Info {
  int n;
  int size[4];
};
// expect: indexed race=refuted
__global__ void indexed(int *a, Info p, int d) {
  if (p.size[d & 3] == 7)
    a[0] = threadIdx.x; // race: write-write a
}

// expect: indexed_apart race=proved
__global__ void indexed_apart(int *a, Info p, int d) {
  if (p.size[d & 3] == 7)
    a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

// expect: copied race=refuted
__global__ void copied(int *a, Info p, int d) {
  Info q = p;
  q.n += 1;
  if (q.size[d & 3] > 1)
    a[0] = threadIdx.x; // race: write-write a
}

// Strides: runs give them contents that keep elements apart.
struct Layout {
  int dims, sizes[8], strides[8];
};
// expect: elementwise race=unproved
__global__ void elementwise(float *a, Layout p, int total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total)
    return;
  int off = 0, rest = i;
  for (int d = p.dims - 1; d >= 0; d--) {
    off += rest % p.sizes[d] * p.strides[d];
    rest /= p.sizes[d];
  }
  a[off] = i; // race: write-write a [warning]; unproved: race data-dependent
}

// expect: elementwise_racy race=refuted
__global__ void elementwise_racy(float *a, Layout p, int total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total)
    return;
  int off = 0, rest = i / 2;
  for (int d = p.dims - 1; d >= 0; d--) {
    off += rest % p.sizes[d] * p.strides[d];
    rest /= p.sizes[d];
  }
  a[off] = i; // race: write-write a
}

// The same of an array.
// expect: planes race=unproved
__global__ void planes(float *a, const int *strides, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[blockIdx.y * strides[0] + i * strides[1]] = i; // race: write-write a [warning]; unproved: race needs-precondition
}

// expect: planes_racy race=refuted
__global__ void planes_racy(float *a, const int *strides, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[blockIdx.y * strides[0] + i / 2 * strides[1]] = i; // race: write-write a
}

// A race in shared memory is no matter of strides, whatever counts its rounds.
struct Sizes {
  int elements, strides[4];
};
// expect: rows race=refuted
__global__ void rows(float *out, Sizes p, int d, const float *in) {
  __shared__ float most[64];
  int cols = p.strides[d & 3];
  if (blockDim.x > 64)
    return;
  for (int row = blockIdx.x; row < p.elements / cols; row += gridDim.x) {
    most[threadIdx.x] = in[row]; // race: read-write most @taken
    __syncthreads();
    out[(size_t)row * cols + threadIdx.x] = most[0]; // @taken; may-race: * out [warning]; may-unproved: race *
  }
}

// expect: rows_apart race=proved|unproved
__global__ void rows_apart(float *out, Sizes p, int d, const float *in) {
  __shared__ float most[64];
  int cols = p.strides[d & 3];
  if (blockDim.x > 64)
    return;
  for (int row = blockIdx.x; row < p.elements / cols; row += gridDim.x) {
    most[threadIdx.x] = in[row];
    __syncthreads();
    out[(size_t)row * cols + threadIdx.x] = most[0]; // may-race: * out [warning]; may-unproved: race *
    __syncthreads();
  }
}
