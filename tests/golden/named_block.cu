// RUN: check --only=race
// The block that a kernel is made for is named by its last thread: among blocks of the usual shapes in two dimensions none has a
// thread 127 along x.

// expect: carries race=refuted
__global__ void carries(float *out, const float *in, int rows, int lim) {
  __shared__ float line[2 * 257], last[2];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * blockDim.y + y;
  if (row >= rows) return;
  if (x == 127) last[y] = 0; // may-unproved: race
  __syncthreads();
  for (int k = 0; k < lim; k++) {
    float v = in[(row * lim + k) * 128 + x];
    line[y * 257 + x] = v; // may-race: write-write line [warning]; may-unproved: race
    __syncthreads();
    v += line[y * 257 + 127 - x];
    if (x == 0) v += last[y]; // @read
    out[(row * lim + k) * 128 + x] = v; // may-unproved: race
    if (x == 127) last[y] = v; // race: read-write last @read
    __syncthreads();
  }
}

// expect: carries_free race=unproved
__global__ void carries_free(float *out, const float *in, int rows, int lim) {
  __shared__ float line[2 * 257], last[2];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * blockDim.y + y;
  if (row >= rows) return;
  if (x == 127) last[y] = 0; // may-unproved: race
  __syncthreads();
  for (int k = 0; k < lim; k++) {
    float v = in[(row * lim + k) * 128 + x];
    line[y * 257 + x] = v; // may-race: write-write line [warning]; may-unproved: race
    __syncthreads();
    v += line[y * 257 + 127 - x];
    if (x == 0) v += last[y];
    __syncthreads();
    out[(row * lim + k) * 128 + x] = v; // may-unproved: race
    if (x == 127) last[y] = v;
    __syncthreads();
  }
}
