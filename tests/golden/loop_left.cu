// Threads that passed by a barrier in an earlier round, and then left, have not passed by the one of this round.
// RUN: check --block 33 --grid 1 --only=divergence

// expect: counted_down divergence=proved
__global__ void counted_down(int *a) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i > 0; i--) {
    int any = __syncthreads_or(threadIdx.x & 31); // divergence: exited [warning]
    if (any != 1)
      __syncthreads(); // may-divergence: exited [warning]
    s[(threadIdx.x + any) & 255] = 1;
  }
}

// expect: nested divergence=proved
__global__ void nested(int *a) {
  __shared__ int s[256];
  for (int j = 0; j < 2; j++)
    for (int i = j ? threadIdx.x : 40; i > 0; i--) {
      int any = __syncthreads_or(j && threadIdx.x & 31); // may-divergence: exited [warning]
      if (j && any != 1)
        __syncthreads(); // may-divergence: exited [warning]
      s[(threadIdx.x + any) & 255] = 1;
    }
}

// In its last round a thread goes on to write where others wait.
// expect: passed_by divergence=refuted
__global__ void passed_by(int *a) {
  __shared__ int s[256];
  for (int i = 0; i < 3; i++) {
    if (i < 2 || threadIdx.x != 1)
      __syncthreads(); // divergence: rounds
    s[threadIdx.x] = 1;
  }
}
