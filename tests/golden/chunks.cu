// Consecutive parts of an array, one for each thread or block: [start, min(start + size, n)).

// expect: per_block race=proved
__global__ void per_block(float *y, const float *x, int n, int size) {
  int start = blockIdx.x * size;
  int end = min(start + size, n);
  for (int i = start + threadIdx.x; i < end; i += blockDim.x) y[i] = x[i];
}

// expect: clamped race=proved
__global__ void clamped(float *y, int n, int m, int size) {
  int start = blockIdx.x * size;
  if (start >= n) return;
  int end = min(min(start + size, n), m);
  for (int i = start + threadIdx.x; i < end; i += blockDim.x) y[i] = 2;
}

// Each part is as long as is needed for all of n.
// expect: rounded_up race=proved
__global__ void rounded_up(float *out, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
  int size = (n + count - 1) / count;
  int low = tid * size, high = min(low + size, n);
  for (int i = low; i < high; i++) out[i] = tid;
}

// Two tests of one loop.
// expect: two_tests race=proved
__global__ void two_tests(float *out, int n, int size) {
  int low = (blockIdx.x * blockDim.x + threadIdx.x) * size, high = low + size;
  for (int i = low; i < high && i < n; i++) out[i] = threadIdx.x;
}

// The parts overlap by one.
// expect: overlap race=refuted
__global__ void overlap(float *out, int n, int size) {
  int low = threadIdx.x * size, high = min(low + size, n);
  for (int i = low; i <= high; i++) out[i] = threadIdx.x; // race: write-write out
}

// The greater one of both ends is no end.
// expect: greater race=refuted
__global__ void greater(float *out, int n, int size) {
  int low = threadIdx.x * size, high = max(low + size, n);
  for (int i = low; i < high; i++) out[i] = threadIdx.x; // race: write-write out
}
