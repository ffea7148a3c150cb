// Flags that a loop sets behind the write, and threads that go on only where another one has come before them: what
// flags may order is not called a race, and not proved.

// One flag for each block that waits.
// expect: each_its_own race=unproved
__global__ void each_its_own(int *d, int *f, int *o) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    d[0] = 1; // unproved: race flag-synchronisation
    __threadfence();
    for (int r = 1; r < gridDim.x; r++)
      atomicExch(&f[r], 1);
  } else {
    while (atomicAdd(&f[blockIdx.x], 0) == 0)
      ;
    __threadfence();
    o[blockIdx.x] = d[0];
  }
}

// expect: each_its_own_unfenced race=refuted
__global__ void each_its_own_unfenced(int *d, int *f, int *o) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    d[0] = 1; // @unfenced
    for (int r = 1; r < gridDim.x; r++)
      atomicExch(&f[r], 1);
  } else {
    while (atomicAdd(&f[blockIdx.x], 0) == 0)
      ;
    __threadfence();
    o[blockIdx.x] = d[0]; // race: read-write d @unfenced
  }
}

// The flag is set once it is free.
// expect: once_free race=unproved
__global__ void once_free(int *d, int *f, int *o) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    d[0] = 1; // unproved: race flag-synchronisation
    __threadfence();
    while (atomicCAS(f, 0, 1) != 0)
      ;
  } else {
    while (atomicAdd(f, 0) == 0)
      ;
    __threadfence();
    o[blockIdx.x] = d[0];
  }
}

// The last block of each level sums.
// expect: levels race=unproved
__global__ void levels(int *v, int *o, int *f, int count) {
  if (threadIdx.x)
    return;
  v[blockIdx.x] = blockIdx.x; // unproved: race flag-synchronisation
  for (int r = 0; r < count; r++) {
    __threadfence();
    if (atomicAdd(&f[r], 1) != gridDim.x - 1)
      return;
    __threadfence();
    int s = 0;
    for (int i = 0; i < gridDim.x; i++)
      s += v[i];
    o[r] = s; // unproved: race flag-synchronisation
  }
}

// A tree from its leaves on: the second child to arrive computes the parent.
// expect: from_leaves race=unproved
__global__ void from_leaves(int *v, int *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = n - 1 + i;
  if (i >= n)
    return;
  v[k] = i; // unproved: race flag-synchronisation; unproved: race flag-synchronisation
  while (k > 0) {
    k = (k - 1) / 2;
    __threadfence();
    if (atomicAdd(&f[k], 1) == 0)
      return;
    __threadfence();
    v[k] = v[2 * k + 1] + v[2 * k + 2]; // unproved: race flag-synchronisation; unproved: race flag-synchronisation
  }
}

// What a parent reads is not made known.
// expect: from_leaves_unfenced race=refuted
__global__ void from_leaves_unfenced(int *v, int *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = n - 1 + i;
  if (i >= n)
    return;
  v[k] = i; // @leaf
  while (k > 0) {
    k = (k - 1) / 2;
    if (atomicAdd(&f[k], 1) == 0)
      return;
    v[k] = v[2 * k + 1] + v[2 * k + 2]; // race: read-write v @leaf; race: read-write v; may-race: write-write v @leaf; may-race: write-write v
  }
}

// One level: that two threads of a parent both go on was not found where the flags are zero before the launch.
// expect: one_level race=unproved
__global__ void one_level(const int *leaf, int *v, int *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = i / 2;
  if (i >= n || atomicAdd(&f[k], 1) == 0)
    return;
  v[k] = leaf[i]; // may-race: write-write v
}

// Three threads of a parent: two of them go on.
// expect: three_children race=refuted
__global__ void three_children(const int *leaf, int *v, int *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = i / 3;
  if (i >= n || atomicAdd(&f[k], 1) == 0)
    return;
  v[k] = leaf[i]; // race: write-write v
}
