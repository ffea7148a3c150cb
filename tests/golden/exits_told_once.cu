// Barriers behind `if (...) return;` are told once for each kernel, at the first of them.
// expect: leaves_early race=proved divergence=proved
__global__ void leaves_early(int *out, int n) {
  __shared__ int s[1024];
  int i = threadIdx.x;
  if (i >= n)
    return;
  s[i] = i;
  __syncthreads(); // divergence: exited [warning]
  int v = s[n - 1 - i];
  __syncthreads();
  s[i] = v;
  __syncthreads();
  out[blockIdx.x * blockDim.x + i] = s[0];
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
