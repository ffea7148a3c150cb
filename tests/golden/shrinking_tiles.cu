// Tiles that lose a thread on each side per round: the threads that are left at the end, told by a flag that the
// loop carries, write parts of a row whose width is a sum with a parameter.
// RUN: check --only=race,divergence
// expect: shrink race=proved
__global__ void shrink(int *out, const int *in, int rounds) {
  __shared__ int s[256];
  int t = threadIdx.x, x = (256 - 2 * rounds) * (int)blockIdx.x - rounds + t, v = 0;
  s[t] = in[x];
  __syncthreads();
  bool inside = false;
  for (int i = 0; i < rounds; i++) {
    inside = false;
    if (t >= i + 1 && t <= 254 - i) {
      inside = true;
      v = s[t - 1] + s[t + 1];
    }
    __syncthreads();
    if (i == rounds - 1)
      break;
    if (inside)
      s[t] = v;
    __syncthreads();
  }
  if (inside)
    out[x] = v;
}

// The last thread of a block writes what the first of the next one does.
// expect: shrink_racy race=refuted
__global__ void shrink_racy(int *out, const int *in, int rounds) {
  __shared__ int s[256];
  int t = threadIdx.x, x = (255 - 2 * rounds) * (int)blockIdx.x - rounds + t, v = 0;
  s[t] = in[x];
  __syncthreads();
  bool inside = false;
  for (int i = 0; i < rounds; i++) {
    inside = false;
    if (t >= i + 1 && t <= 254 - i) {
      inside = true;
      v = s[t - 1] + s[t + 1] + (int)blockIdx.x;
    }
    __syncthreads();
    if (i == rounds - 1)
      break;
    if (inside)
      s[t] = v;
    __syncthreads();
  }
  if (inside)
    out[x] = v; // race: write-write out
}
