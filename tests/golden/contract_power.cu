// A mask of n - 1 folds as a remainder only where n is a power of two.
// expect: power_rings race=unproved
__global__ void power_rings(int *v, unsigned n) {
  unsigned i = threadIdx.x & (n - 1);
  if (threadIdx.x < n)
    v[i] = threadIdx.x; // race: write-write v [warning]; unproved: race needs-precondition power_of_two(n)
}

// expect: power_racy race=refuted
__global__ void power_racy(int *v, unsigned n) {
  unsigned i = threadIdx.x & (n - 1);
  if (threadIdx.x <= n)
    v[i] = threadIdx.x; // race: write-write v
}
