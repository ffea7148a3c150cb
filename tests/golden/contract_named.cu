// Rows that parameters name, half rows, rings, and shared memory that a parameter carves up: the stride is no smaller than the row.

// expect: copy_row race=unproved
__global__ void copy_row(float *c, int n, int from, int to, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to * pitch + i] = c[from * pitch + i]; // race: read-write c [warning]; unproved: race needs-precondition pitch >= n
}

// One element further: the row may be copied onto itself.
// expect: copy_row_racy race=refuted
__global__ void copy_row_racy(float *c, int n, int from, int to, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[to * pitch + i] = c[from * pitch + i + 1]; // race: read-write c
}

// A step of an LU decomposition.
// expect: update race=unproved
__global__ void update(float *a, int pitch, int n, int k) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, j = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float row = a[k + j * pitch];             // @row
    float column = a[i + k * pitch];          // @column
    a[i + j * pitch] = a[i + j * pitch] - row * column; // race: read-write a @row [warning]; race: read-write a @column [warning]; race: read-write a [warning]; race: write-write a [warning]; unproved: race needs-precondition k >= 0 && pitch >= n
  }
}

// It begins with the row that is read.
// expect: update_racy race=refuted
__global__ void update_racy(float *a, int pitch, int n, int k) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, j = k + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float column = a[i + k * pitch]; // @first
    a[i + j * pitch] = 2 * column;   // race: read-write a @first; race: write-write a [warning]
  }
}

// The second half of a row onto the first.
// expect: halves_of_row race=unproved
__global__ void halves_of_row(float *q, int d, int stride) {
  float *p = q + (long)blockIdx.x * stride;
  for (int i = threadIdx.x; i < d / 2; i += blockDim.x)
    p[i] *= p[i + d / 2]; // race: read-write q [warning]; race: write-write q [warning]; unproved: race needs-precondition stride >= d
}

// expect: halves_of_row_racy race=refuted
__global__ void halves_of_row_racy(float *q, int d, int stride) {
  float *p = q + (long)blockIdx.x * stride;
  for (int i = threadIdx.x; i <= d / 2; i += blockDim.x)
    p[i] *= p[i + d / 2]; // race: read-write q; race: read-write q [warning]; race: write-write q [warning]
}

// Rows of d are dense: the other stride counts them, whichever axis of the grid counts which.
// expect: heads race=unproved
__global__ void heads(float *q, int d, int stride) {
  for (int i = threadIdx.x; i < d; i += blockDim.x)
    q[(long)blockIdx.x * stride + blockIdx.y * d + i] *= 2; // race: read-write q [warning]; race: write-write q [warning]; unproved: race needs-precondition stride >= gridDim.y * d
}

// expect: heads_racy race=refuted
__global__ void heads_racy(float *q, int d, int stride) {
  for (int i = threadIdx.x; i <= d; i += blockDim.x)
    q[(long)blockIdx.x * stride + blockIdx.y * d + i] *= 2; // race: read-write q; race: write-write q
}

// expect: ring race=unproved
__global__ void ring(float *b, int n, int head, int capacity, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[(head + i) % capacity] = x[i]; // race: write-write b [warning]; unproved: race needs-precondition capacity >= n
}

// expect: ring_racy race=refuted
__global__ void ring_racy(float *b, int n, int head, int capacity, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[(head + i / 2) % capacity] = x[i]; // race: write-write b
}

// expect: carved race=unproved
__global__ void carved(const float *x, float *o, int n) {
  extern __shared__ float s[];
  float *a = s, *b = s + n;
  int t = threadIdx.x;
  a[t] = x[blockIdx.x * blockDim.x + t]; // @a
  b[t] = 2 * a[t];                       // race: write-write s @a [warning]; race: read-write s [warning]; unproved: race needs-precondition n >= blockDim.x
  __syncthreads();
  o[blockIdx.x * blockDim.x + t] = a[blockDim.x - 1 - t] + b[t];
}

// Nobody writes the part behind n: it is no part of its own.
// expect: carved_racy race=refuted
__global__ void carved_racy(const float *x, float *o, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = x[t]; // @s
  o[blockIdx.x * blockDim.x + t] = s[t + n]; // race: read-write s @s
}
