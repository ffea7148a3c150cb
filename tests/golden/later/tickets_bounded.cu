// A counter that starts at 0 gives less than the number of threads that add one to it: blocks that
// write their own stretch of the list do not meet. Tickets are known to be different, not to be bounded.
// expect: last_slot_free race=proved
__global__ void last_slot_free(int *list, int *count) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  int slot = atomicAdd(&n, 1);
  list[blockIdx.x * blockDim.x + slot] = (int)threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    count[blockIdx.x] = n;
}
