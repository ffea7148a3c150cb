// A thread that passes by a barrier and comes to the next round has not left the kernel.
// expect: some_skip divergence=refuted race=proved|unproved
__global__ void some_skip(const int *c, int n) {
  for (int i = 0; i < c[threadIdx.x]; i++)
    if (threadIdx.x < n)
      __syncthreads(); // divergence: *; may-unproved: race
}

// expect: none_skip divergence=proved
__global__ void none_skip(const int *c, int n) {
  for (int i = 0; i < c[threadIdx.x]; i++)
    __syncthreads(); // may-divergence: exited [warning]
}

// Lanes may meet at a barrier in different rounds.
// expect: lanes_skip divergence=unproved race=proved|unproved
__global__ void lanes_skip(const int *c, int n) {
  for (int i = 0; i < c[threadIdx.x]; i++)
    for (int j = threadIdx.x; j < n; j += blockDim.x)
      __syncwarp(); // divergence: * [*]; may-unproved: divergence; may-unproved: race
}
