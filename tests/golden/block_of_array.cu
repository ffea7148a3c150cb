// A reduction written for blocks of up to 1024 threads, with room for 128: blocks of more than 128 leave the array in its first line, and the
// lines for larger blocks are no errors of their own.
// RUN: check --only=race,divergence,bounds --extent out=gridDim.x --extent in=gridDim.x*blockDim.x

// expect: sum race=proved bounds=unproved
__global__ void sum(int *out, const int *in) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t]; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 128
  __syncthreads();
  if (blockDim.x >= 1024 && t < 512)
    s[t] += s[t + 512]; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 128
  __syncthreads();
  if (blockDim.x >= 512 && t < 256)
    s[t] += s[t + 256]; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 128
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// Nothing else limits the block: one element too many is an error.
// expect: no_other bounds=refuted
__global__ void no_other(int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  if (t < 128)
    s[t] = 1;
  __syncthreads();
  if (blockDim.x >= 512 && t <= 128)
    s[t] += 1; // bounds: s
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = s[0];
}
