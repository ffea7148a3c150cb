// With --strict threads that have left do not count as arrived: each of the barriers is refuted.
// RUN: check --only=race,divergence --strict
// expect: leaves_early race=proved divergence=refuted
__global__ void leaves_early(int *out) {
  __shared__ int s[1024];
  int i = threadIdx.x;
  if (i % 2)
    return;
  s[i] = i;
  __syncthreads(); // divergence: exited
  int v = s[i / 2 * 2];
  __syncthreads(); // divergence: exited
  out[blockIdx.x * blockDim.x + i] = v;
}

// expect: under race=proved divergence=refuted
__global__ void under(int *out) {
  if (threadIdx.x < 100)
    __syncthreads(); // divergence: exited
}

// expect: stays race=proved divergence=proved
__global__ void stays(int *out, int n) {
  __shared__ int s[1024];
  int i = threadIdx.x;
  if (0 >= n)
    return;
  s[i] = i;
  __syncthreads();
  out[blockIdx.x * blockDim.x + i] = s[0];
}
