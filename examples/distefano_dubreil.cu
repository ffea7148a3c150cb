/* Distefano and Dubreil, "Detecting Data Races on OpenCL Kernels with Symbolic
 * Execution", Figures 1 and 2, as CUDA for a single block.
 *
 * Figure 1: racy. After the barrier thread t reads R[t + 1] while thread t + 1
 * writes it; what was stored before the barrier is not the problem.
 *
 * Figure 2: racy. Thread t + 1 stores 1 into the cell that thread t tests, so that g
 * ends as 0 or 1. The stores to g are benign: all store 0, later all store 1. An
 * analysis that takes A to hold 0 in the test loses the branch, as the paper says. */

// expect: figure1 race=refuted
__global__ void figure1(const int *A, const int *B, int *R) {
  int tid = threadIdx.x;
  R[tid] = A[tid - 1] + B[tid + 1];
  __syncthreads();
  R[tid] = 2 * R[tid + 1]; // race: read-write R
}

// expect: figure2 race=refuted
__global__ void figure2(int *A, int *g) {
  int tid = threadIdx.x;
  *g = 0;                // same-value: g
  A[tid] = 0;
  __syncthreads();
  A[tid] = 1;            // @set
  if (A[tid + 1] == 0)   // race: read-write A @set
    *g = 1;              // may-same-value: g
  __syncthreads();
}
