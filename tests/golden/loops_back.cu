// RUN: check --only=race --requires=C>=0 --requires=blockDim.x<=256
// Rows walked backwards in steps: no iteration comes after the one that passes 0, though the value would come
// round to large ones.

// expect: back race=proved
__global__ void back(float *a, int C) {
  a += blockIdx.x * C;
  for (int c = C - 1 - (int)threadIdx.x; c >= 0; c -= 256)
    a[c] = blockIdx.x;
}

// expect: back_beyond race=refuted|unproved
__global__ void back_beyond(float *a, int C) {
  a += blockIdx.x * C;
  for (int c = C - (int)threadIdx.x; c >= 0; c -= 256)
    a[c] = blockIdx.x; // race: write-write a
}
