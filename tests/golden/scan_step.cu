// One step of an inclusive scan: in place it races, from buffer to buffer it does not.
// expect: scan_free race=proved
__global__ void scan_free(const int *in) {
  __shared__ int s[1024], u[1024];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t >= 4)
    u[t] = s[t] + s[t - 4];
}

// expect: scan_racy race=refuted
__global__ void scan_racy(const int *in) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t >= 4)
    s[t] = s[t] + s[t - 4]; // race: read-write s
}
