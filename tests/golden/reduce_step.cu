// The first step of a reduction; the twin lacks the barrier after loading.
// expect: halves_free race=proved
__global__ void halves_free(const int *in) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t < blockDim.x / 2)
    s[t] += s[t + blockDim.x / 2];
}

// expect: halves_racy race=refuted
__global__ void halves_racy(const int *in) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t]; // @load
  if (t < blockDim.x / 2)
    s[t] += s[t + blockDim.x / 2]; // race: read-write s @load
}
