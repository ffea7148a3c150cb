// Conditions joined by & and |: numbers 0 and 1 that say what && and || say.
// RUN: check --only=race

// expect: volume race=proved
__global__ void volume(float *f, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z * blockDim.z + threadIdx.z;
  if (m == n && ((i < n) & (j < n) & (k < n)))
    f[(k * m + j) * n + i] = i + j;
}

// expect: flags race=proved
__global__ void flags(float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  bool is_outside = (i >= n) | (j >= n);
  is_outside |= i < 1;
  if (!is_outside)
    f[j * n + i] = i;
}

// expect: either race=refuted
__global__ void either(float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < 8) | (j < 8))
    f[i] = j; // race: write-write f
}
