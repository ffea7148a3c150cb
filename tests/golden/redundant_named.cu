// Where named barriers may rest on it, a barrier is not judged.
// RUN: check --only=race,divergence,advice --block=128
// expect: named race=proved
__global__ void named(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// expect: alone race=proved
__global__ void alone(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads(); // redundant-barrier: together
  out[blockIdx.x * blockDim.x + t] = s[t];
}
