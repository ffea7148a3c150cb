// Components of built-in vectors.
// expect: float4_free race=proved
__global__ void float4_free(float4 *v) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i].x = v[i + 1].y;
}

// expect: float4_racy race=refuted
__global__ void float4_racy(float4 *v) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i].x = v[i + 1].x; // race: read-write v
}

// expect: int2_free race=proved
__global__ void int2_free(int2 *v, int2 *w) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int2 u = v[i];
  w[i] = make_int2(u.y, u.x);
}

// The whole pair is read while its owner stores one half.
// expect: int2_racy race=refuted
__global__ void int2_racy(int2 *v, int2 *w) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int2 u = v[i + 1]; // race: read-write v @half
  v[i].y = u.x; // @half
  w[i] = u;
}
