/* Liew, Cogumbreiro and Lange, "Provable GPU Data-Races in Static Race Detection"
 * (PLACES 2022): Figures 3 and 4 and equation 2, as CUDA, in a block.
 *
 * Answers. Figure 3: racy; every thread reads and writes every cell. The kernel is
 * well typed, so the alarm is provably true. Figure 4: race-free, one thread writes.
 * Equation 2 (an index read from the array itself, which defeats the typing):
 * race-free here, for the value read back is the one the thread has just stored.
 * Its twin stores half of that index: racy. */

// expect: figure3 race=refuted
__global__ void figure3(int *A, int M) {
  for (int x = 0; x < M; x++) {
    int y = A[x]; // @read
    A[x] = y + 1; // race: read-write A @read typed; race: write-write A typed
  }
}

// expect: figure4 race=proved
__global__ void figure4(int *A) {
  int tid = threadIdx.x;
  if (tid == 0)
    A[0] = tid;
}

// expect: equation2 race=proved
__global__ void equation2(int *A) {
  int tid = threadIdx.x;
  A[tid] = tid;
  int y = A[tid];
  A[y] = 0;
}

// The same, but neighbours store the same index.
// expect: equation2_racy race=refuted
__global__ void equation2_racy(int *A) {
  int tid = threadIdx.x;
  A[tid] = tid / 2; // @store
  int y = A[tid];   // @load
  A[y] = -1;        // race: write-write A @store approximate; race: read-write A @load approximate; may-same-value: A
}
