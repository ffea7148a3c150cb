// A texture is read without an access of an array: that its memory is not what the kernel writes is an assumption.
// expect: fetches race=proved
// assume: no texture that the kernel reads is memory that it writes
__global__ void fetches(cudaTextureObject_t t, float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1)
    a[i] = tex1Dfetch<float>(t, i + 1);
}

// Also where the value that is stored is made of what was fetched.
// expect: computes race=proved
// assume: no texture that the kernel reads is memory that it writes
__global__ void computes(cudaTextureObject_t t, float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 2 * tex2D<float>(t, i + 0.5f, 0.5f) + 1;
}

// Nothing of global memory is written.
// expect: shared_only race=proved
// assume: !texture
__global__ void shared_only(cudaTextureObject_t t, float limit) {
  __shared__ float s[256];
  if (blockDim.x <= 256 && tex1Dfetch<float>(t, threadIdx.x) > limit)
    s[threadIdx.x] = 1;
}
