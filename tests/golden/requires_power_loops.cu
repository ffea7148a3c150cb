// RUN: check --only=race,divergence --requires power_of_two(n)
// Sizes that loops halve: all powers of two are looked at together.

// The merging half of a sorting network.
// expect: merge race=proved
// assume: power_of_two(n)
__global__ void merge(int *a, unsigned n) {
  __shared__ int s[1024];
  s[threadIdx.x] = a[threadIdx.x]; // @low
  s[threadIdx.x + 512] = a[threadIdx.x + 512]; // may-same-value: s @low
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    if (i + stride < 1024 && i < 1024 && s[i] > s[i + stride]) {
      int swap = s[i];
      s[i] = s[i + stride];
      s[i + stride] = swap;
    }
  }
}

// The mask keeps one bit too many.
// expect: merge_racy race=refuted
__global__ void merge_racy(int *a, unsigned n) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned i = 2 * threadIdx.x - (threadIdx.x & stride);
    if (i + stride < 1024 && i < 1024) {
      s[i] = threadIdx.x;               // race: write-write s @other [*]; may-race: write-write s
      s[i + stride] = threadIdx.x + 99; // @other; may-race: write-write s
    }
  }
}
