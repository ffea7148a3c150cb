// Loops from a number that may be negative to one that they reach: a counter that overflows is undefined, so each exit lasts.
// RUN: check --only=race
// expect: around_free race=proved
__global__ void around_free(int *a, int r) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = -r; i <= r; i++)
    a[t * (2 * r + 1) + i + r] = i;
}

// expect: around_racy race=refuted
__global__ void around_racy(int *a, int r) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = -r; i <= r; i++)
    a[t * 2 * r + i + r] = i; // race: write-write a typed
}

// expect: from_minus_racy race=refuted
__global__ void from_minus_racy(int *a, int n) {
  for (int i = -1; i <= n; i++)
    a[i + 1] = (int)threadIdx.x; // race: write-write a typed
}

// expect: down_racy race=refuted
__global__ void down_racy(int *a, int r) {
  for (int i = r; i >= -r; i--)
    a[i + r] = (int)threadIdx.x; // race: write-write a typed
}

// By 4: how often that fits is a quotient, which is not asked for.
// expect: steps_racy race=refuted
__global__ void steps_racy(int *a, int low, int high) {
  for (int i = low; i <= high; i += 4)
    a[i - low] = (int)threadIdx.x; // race: write-write a approximate
}

// An unsigned counter goes on at 0: where high is the largest number the loop does not end.
// expect: unsigned_racy race=refuted
__global__ void unsigned_racy(int *a, unsigned low, unsigned high) {
  for (unsigned i = low; i <= high; i++)
    a[i - low] = (int)threadIdx.x; // race: write-write a approximate
}

// By how much, and where to, is not known: nothing is said of iterations that are far away.
// expect: anywhere_racy race=refuted
__global__ void anywhere_racy(int *a, int low, int high, int step) {
  for (int i = low; i <= high; i += step)
    a[i - low] = (int)threadIdx.x; // race: write-write a approximate
}

// Of two tests that must both hold, each tells how far it lets it go.
// expect: joined_racy race=refuted
__global__ void joined_racy(int *a, int low, int high, int most) {
  for (int i = low; i <= high && i <= most; i++)
    a[i - low] = (int)threadIdx.x; // race: write-write a typed
}
