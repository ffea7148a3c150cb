/* SESA (SC 2014), Figure 1, kernel Generic.
 *
 * Two conditions choose values that reach neither an index nor a guard of the store.
 *
 * Answer: race-free, whatever a, b and c are; `warpproof inputs` says that no input
 * reaches an index. */

// expect: generic race=proved
__global__ void generic(int *A, const int *a, const int *b, const int *c, int z) {
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  int u = 0, v;
  if (tid % 3 == 0)
    v = a[tid];
  else
    v = b[tid];
  if (c[0] > 0)
    u = (int)tid * 2;
  A[tid] = v + z + u;
}
