/* Sarkar, Kandelwal, Bandyopadhyay and Giese (ICSOFT 2018), Figure 1, re-expressed.
 *
 * Two barrier intervals over three arrays, with conflicts in both and a barrier in
 * a branch. Its remainder `i % tid` is `i % (tid + 1)` here, which thread 0 survives.
 *
 * Answer for `figure1`: not race-free. Before the barrier all threads of one parity
 * store to one cell of A (IR 2), and IR 3 reads those cells. The barrier at IR 4 is
 * reached by even threads only; odd threads wait at the last barrier meanwhile:
 * divergence.
 *
 * Answer for `figure1_aligned`, whose barrier stands before the branch: no divergence.
 * Beside IR 2 and IR 3: IR 5 reads what the thread before stores at IR 6, and the
 * loop at IR 9 runs over everybody's cells. */

// expect: figure1 race=refuted divergence=refuted
__global__ void figure1(int *A, int *B, int *C) {
  int tid = threadIdx.x;
  C[tid] = tid;                              // IR 1
  A[tid % 2] = tid;                          // @ir2; race: write-write A
  B[tid] = A[tid];                           // race: read-write A @ir2
  __syncthreads();
  if (tid % 2 == 0) {
    __syncthreads();                         // divergence: *
    B[tid] = A[tid] + 10;                    // @ir5; may-race: read-write A @ir6; may-race: read-write A @ir9
  }
  if (tid % 1 == 0)
    A[tid + 1] = 10;                         // @ir6; may-race: write-write A @ir9
  for (int i = 0; i < 100; i++)              // IR 8
    A[i % (tid + 1)] = i + 10;               // @ir9; may-race: write-write A
  __syncthreads();                           // may-divergence: *
}

// expect: figure1_aligned race=refuted divergence=proved
__global__ void figure1_aligned(int *A, int *B, int *C) {
  int tid = threadIdx.x;
  C[tid] = tid;
  A[tid % 2] = tid;                          // @b2; race: write-write A
  B[tid] = A[tid];                           // race: read-write A @b2
  __syncthreads();
  if (tid % 2 == 0)
    B[tid] = A[tid] + 10;                    // @b5; race: read-write A @b6; race: read-write A @b9
  if (tid % 1 == 0)
    A[tid + 1] = 10;                         // @b6; race: write-write A @b9
  for (int i = 0; i < 100; i++)
    A[i % (tid + 1)] = i + 10;               // @b9; race: write-write A
}
