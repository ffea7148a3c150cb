// RUN: check --requires=distinct(edge.y)
// What is required of one field says nothing of another one.

// expect: scatter race=proved
__global__ void scatter(const int2 *edge, const int *v, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[edge[i].y] = v[i];
}

// expect: scatter_other race=unproved
__global__ void scatter_other(const int2 *edge, const int *v, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[edge[i].x] = v[i]; // race: write-write out [warning]; unproved: race needs-precondition distinct(edge.x)
}

// A run fills the array by what is required.
// expect: scatter_half race=refuted
__global__ void scatter_half(const int2 *edge, const int *v, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[edge[i / 2].y] = v[i]; // race: write-write out
}
