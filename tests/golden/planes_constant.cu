// RUN: check --only=bounds --block=8,16 --grid=32 --extent x=w*128 --extent out=32 --requires w>=1 --requires w<=16777215
// Planes of 32 rows whose length is a parameter: an index of two digits, with a number that each is less than.

// expect: planes bounds=proved
__global__ void planes(int w, const int *x, int *out) {
  int sum = 0;
  int n = threadIdx.y;
  if (n < 4)
    for (int i = threadIdx.x; i < w; i += blockDim.x)
      sum += x[(n * 32 + blockIdx.x) * w + i];
  if (threadIdx.x == 0 && threadIdx.y == 0) out[blockIdx.x] = sum;
}

// One plane too many.
// expect: planes_more bounds=refuted
__global__ void planes_more(int w, const int *x, int *out) {
  int sum = 0;
  int n = threadIdx.y;
  if (n < 5)
    for (int i = threadIdx.x; i < w; i += blockDim.x)
      sum += x[(n * 32 + blockIdx.x) * w + i]; // bounds: x
  if (threadIdx.x == 0 && threadIdx.y == 0) out[blockIdx.x] = sum;
}
