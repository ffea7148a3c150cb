// What is required shows that sums do not wrap which a demand rests on, and bounds products with quotients.
// RUN: check --only=race,divergence --block=256 --requires=gridDim.x==(n+255)/256 --requires=gridDim.y==m/k/256&&m<=4096&&gridDim.z==1

// n >= 1, since there is a block.
// expect: rounds race=proved divergence=proved
// assume: !>= 0
__global__ void rounds(float *a, const float *b, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.y > 0)
    return;
  for (int part = 0; part <= (n - 1) / 256; part++) {
    int j = part * 256 + threadIdx.x;
    s[threadIdx.x] = j < n ? b[j] : 0.0f;
    __syncthreads();
    if (i < n)
      a[i] += s[255 - threadIdx.x];
    __syncthreads();
  }
}

// k * (m / k / 256) is at most m / 256.
// expect: parts race=proved
// assume: !gridDim.y * k
__global__ void parts(float *a, int k, int m) {
  unsigned i = blockIdx.y * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0)
    return;
  for (unsigned j = i * k; j < (i + 1) * k; j++)
    a[j] = 1.0f;
}

// expect: parts_of_another race=proved
// assume: gridDim.y * q
__global__ void parts_of_another(float *a, int q, int k, int m) {
  unsigned i = blockIdx.y * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0)
    return;
  for (unsigned j = i * q; j < (i + 1) * q; j++)
    a[j] = 1.0f;
}
