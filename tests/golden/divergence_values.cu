// What a thread does in a later round depends on the values it has then.
// RUN: check --only=divergence

// Thread 1 passes the barrier by in the first round and comes to it in the second.
// expect: in_some_rounds divergence=refuted
__global__ void in_some_rounds() {
  int i, j = 0;
  for (i = 2; i <= (int)blockDim.x; i *= 2)
    for (j = i / 2; j > 0; j /= 2)
      if (((int)threadIdx.x ^ j) > (int)threadIdx.x)
        for (j = i / 2; j > 0; j /= 2)
          __syncthreads(); // divergence: rounds
}

// Whoever passes it by once has left for good.
// expect: in_no_round divergence=proved
__global__ void in_no_round(const int *c, int n) {
  int v = c[threadIdx.x]; // @v
  if (v < 0)
    return;
  for (int i = 0; i < n; i++)
    __syncthreads(); // divergence: exited [warning]
}
