// RUN: check --only=race,divergence --strict
// Lanes that take fewer rounds have left the kernel before others' __syncwarp: under --strict that is no proof.

// expect: leaving race=proved divergence=unproved
__global__ void leaving(int *out, const int *counts) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < counts[t]; i++) {
    s[t] = i;
    __syncwarp(); // unproved: divergence
    out[blockIdx.x * blockDim.x + t] = s[t];
  }
}

// expect: staying race=proved divergence=proved
__global__ void staying(int *out, int count) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < count; i++) {
    s[t] = i;
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = s[t];
  }
}
