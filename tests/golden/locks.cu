// A lock orders nothing that is modelled: what it protects is left open, what stands outside is judged.
// expect: lock_spin race=refuted
__global__ void lock_spin(int *x, int *y, int *mutex) {
  while (atomicCAS(mutex, 0, 1) != 0)
    ;
  *x += 1; // unproved: race flag-synchronisation
  atomicExch(mutex, 0);
  *y += 1; // race: read-write y; race: write-write y
}

// expect: lock_try race=unproved
__global__ void lock_try(int *x, int *mutex) {
  bool done = false;
  while (!done) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      *x += 1; // unproved: race flag-synchronisation
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
}

// One lock for each cell: threads of one cell have one lock.
// expect: lock_cells race=unproved
__global__ void lock_cells(int *x, int *mutex, const int *key) {
  int i = key[blockIdx.x * blockDim.x + threadIdx.x];
  while (atomicCAS(&mutex[i], 0, 1) != 0)
    ;
  x[i] += 1; // unproved: race flag-synchronisation
  atomicExch(&mutex[i], 0);
}

// One lock for each thread protects nothing that two of them share.
// expect: lock_own race=refuted
__global__ void lock_own(int *x, int *mutex) {
  int i = (int)threadIdx.x;
  while (atomicCAS(&mutex[i], 0, 1) != 0)
    ;
  x[i / 2] += 1; // race: read-write x; race: write-write x
  atomicExch(&mutex[i], 0);
}

// Only one side takes the lock.
// expect: lock_half race=refuted
__global__ void lock_half(int *x, int *mutex) {
  if (threadIdx.x == 1) {
    *x = 1; // @half; same-value: x
  } else {
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
    *x = 2; // race: write-write x @half; unproved: race flag-synchronisation
    atomicExch(mutex, 0);
  }
}
