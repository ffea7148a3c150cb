// A guard read from shared memory that nobody can write in this interval is uniform.
// expect: shared_guard_free race=proved
__global__ void shared_guard_free(const int *in, int *out) {
  __shared__ int go, s[1025];
  unsigned t = threadIdx.x;
  if (t == 0)
    go = in[0];
  s[t] = (int)t;
  __syncthreads();
  int mine = go;
  if (mine)
    __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}
