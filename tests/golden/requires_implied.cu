/* What is required of sizes discharges assumptions about them: the claims of a proof hold then in every launch in scope. */
// RUN: check --only=race --block=256 --requires gridDim.x==(n+255)/256 --requires w*h<=2147483647
// One block for 256 numbers, and n is an int: no index reaches 2^31.
// expect: covered race=proved
// assume: !no-signed-overflow
// assume: !no-wrap
__global__ void covered(int *a, int n, int w, int h) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) a[i] = i;
}

// A product that is required to fit an int; that the factors are not negative is still assumed.
// expect: rows race=proved
// assume: w >= 0 && h >= 0
// assume: !w * h
// assume: !h * w
__global__ void rows(int *a, int n, int w, int h) {
  for (int y = blockIdx.x; y < h; y += gridDim.x)
    for (int x = threadIdx.x; x < w; x += blockDim.x)
      a[y * w + x] = x;
}

// The twin: what is required is of other sizes, and the product stays assumed.
// expect: others race=proved
// assume: n * w < 2^31
__global__ void others(int *a, int n, int w, int h) {
  for (int y = blockIdx.x; y < n; y += gridDim.x)
    for (int x = threadIdx.x; x < w; x += blockDim.x)
      a[y * w + x] = x;
}

// A racy twin: what is required allows a grid in which an unsigned sum wraps around.
// expect: wrapped race=refuted
__global__ void wrapped(int *a, int n, int w, int h) {
  unsigned i = (blockIdx.x * 256 + threadIdx.x) * 4294967040u;
  a[i & 255] = blockIdx.x; // race: write-write a
}
