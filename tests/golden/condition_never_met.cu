// A condition under which the access is never executed is no precondition of its race: here that of one warp, blockDim.x <= 32.
// expect: guarded race=refuted
__global__ void guarded(const int *in) {
  __shared__ int s[4096];
  int t = threadIdx.x;
  if (blockDim.x != 64) return;
  unsigned m = __ballot_sync(~0u, in[t] > 0);
  if (in[t] > 0) s[(t & 32) + __popc(m & ((1u << (t & 31)) - 1) & ~1u)] = t; // race: write-write s
}
