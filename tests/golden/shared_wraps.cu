// RUN: check --only=race,bounds
// Unsigned arithmetic of 32 bits before an index of 64: C++ leaves the array, the device does not, since addresses of
// shared memory have 32 bits. Runs go on as the device does, and show what is behind.

// expect: behind race=refuted bounds=refuted
__global__ void behind(int *out) {
  __shared__ int s[128], meet[1];
  unsigned t = threadIdx.x, off = 1;
  if (blockDim.x != 64)
    return;
  s[t] = t;
  s[t + 64] = 7;
  __syncthreads();
  int *row = s + 64;
  int left = row[t - off]; // bounds: s
  if (t == 0 && left == 63)
    meet[0] = 1; // @first
  if (t == 1)
    meet[0] = 2; // race: write-write meet @first
  out[blockIdx.x * blockDim.x + t] = left;
}

// What the device does where the low 32 bits lead elsewhere is not known: nothing is performed.
// expect: beyond race=unproved|proved bounds=refuted
__global__ void beyond(int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x, off = 200;
  if (blockDim.x != 64)
    return;
  s[t] = s[t + 64] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t - off]; // bounds: s
}

// expect: inside race=proved bounds=unchecked
__global__ void inside(int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x, off = 1;
  if (blockDim.x != 64)
    return;
  s[t] = s[t + 64] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + off];
}
