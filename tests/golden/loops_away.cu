// Loops whose value moves away from its bound: what never begins goes through no later iteration.
// expect: away_free race=proved
__global__ void away_free(int *a, int n) {
  if (n > 1)
    return;
  for (int i = threadIdx.x + 1; i < n; i -= 1)
    a[i] = threadIdx.x;
}

// expect: away_racy race=refuted
__global__ void away_racy(int *a, int n) {
  if (n > 5 || n < 3)
    return;
  for (int i = threadIdx.x + 1; i < n; i -= 1) {
    if (i < 0)
      return;
    a[i] = threadIdx.x; // race: write-write a
  }
}

// expect: wraps_racy race=refuted
__global__ void wraps_racy(int *a, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i -= 1)
    a[i] = threadIdx.x; // race: write-write a
}

// Whichever way it moves, it begins only below n.
// expect: either_way_free race=proved
__global__ void either_way_free(int *a, int n, int step) {
  if (n > 0)
    return;
  for (int i = threadIdx.x; i < n; i += step)
    a[i] = threadIdx.x;
}

// Never begun; what it would come to lies beyond 0.
// expect: below_free race=proved
__global__ void below_free(int *a, unsigned long long m) {
  for (unsigned long long k = m; k > m; k -= 3)
    a[k] = threadIdx.x;
}

// expect: below_racy race=refuted
__global__ void below_racy(int *a, unsigned long long m) {
  for (unsigned long long k = m; k >= m; k -= 3)
    a[k] = threadIdx.x; // race: write-write a
}
