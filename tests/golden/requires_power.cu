// RUN: check --only=race,divergence --requires=power_of_two(n) --requires=width==height
// expect: power_required race=proved
__global__ void power_required(int *v, unsigned n) {
  unsigned i = threadIdx.x & (n - 1);
  if (threadIdx.x < n)
    v[i] = threadIdx.x;
}

// expect: power_required_racy race=refuted
__global__ void power_required_racy(int *v, unsigned n) {
  unsigned i = threadIdx.x & (n - 1);
  if (threadIdx.x <= n)
    v[i] = threadIdx.x; // race: write-write v
}

// Columns of one matrix are rows of the other.
// expect: same_required race=proved
__global__ void same_required(float *out, int width, int height) {
  int x = threadIdx.x;
  if (x < width)
    for (int i = 0; i < 4; i++)
      out[x + i * height] = x;
}

// expect: same_required_racy race=refuted
__global__ void same_required_racy(float *out, int width, int height) {
  int x = threadIdx.x;
  if (x <= width)
    for (int i = 0; i < 4; i++)
      out[x + i * height] = x; // race: write-write out
}
