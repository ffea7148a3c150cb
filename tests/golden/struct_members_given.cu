// Options call members of structs as the source does, or by their byte.
// RUN: check --only=race,divergence,bounds --param p.ne[1]=64 --param p.16=8 --extent p.dst=p.inner.rows*p.ne[1] --extent p.src[1]=p.ne[0] --requires=p.ne[0]<=p.12*64
struct shape { int rows, columns; };
struct view {
  unsigned ne[3];
  shape inner;
  int *dst;
  const int *src[2];
};

// expect: given race=proved bounds=proved
__global__ void given(view p) {
  int row = blockIdx.x, i = threadIdx.x;
  if (row < p.inner.rows && i < 64 && i < p.inner.columns)
    p.dst[row * p.ne[1] + i] = row;
}

// expect: given_racy race=refuted bounds=proved
__global__ void given_racy(view p) {
  int row = blockIdx.x, i = threadIdx.x;
  if (row < p.inner.rows && i < 64 && i < p.inner.columns)
    p.dst[i] = row; // race: write-write p.dst
}

// expect: required race=proved bounds=proved
__global__ void required(view p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < p.ne[0])
    p.dst[i] = p.src[1][i];
}
