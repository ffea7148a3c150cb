// Doubles first, then bytes behind them, in one dynamic buffer.
// expect: types_free race=proved
__global__ void types_free(double *out) {
  extern __shared__ double pool[];
  unsigned t = threadIdx.x;
  double *wide = pool;
  unsigned char *narrow = (unsigned char *)(wide + blockDim.x);
  narrow[t] = (unsigned char)t;
  out[blockIdx.x * blockDim.x + t] = wide[t];
}

// The bytes lie over wide[1] and its followers.
// expect: types_racy race=refuted
__global__ void types_racy(double *out) {
  extern __shared__ double pool[];
  unsigned t = threadIdx.x;
  double *wide = pool;
  unsigned char *narrow = (unsigned char *)(wide + 1);
  narrow[t] = (unsigned char)t; // @bytes
  out[blockIdx.x * blockDim.x + t] = wide[t]; // race: read-write pool @bytes
}
