// RUN: check --block=128 --extent x=128*gridDim.x --requires=n>=128
// A barrier is missing, and the size of the array is stated in terms of the launch, as is a requirement: the repair
// is proved for the same launches.
// expect: mirror_racy race=refuted bounds=proved
__global__ void mirror_racy(float *x, int n) {
  __shared__ float buf[128];
  int t = threadIdx.x, base = blockIdx.x * 128;
  if (t < n) buf[t] = x[base + t]; // @put
  x[base + t] = buf[127 - t]; // race: read-write buf @put; missing-barrier: before
}

// expect: mirror_free race=proved bounds=proved
__global__ void mirror_free(float *x, int n) {
  __shared__ float buf[128];
  int t = threadIdx.x, base = blockIdx.x * 128;
  if (t < n) buf[t] = x[base + t];
  __syncthreads();
  x[base + t] = buf[127 - t];
}
