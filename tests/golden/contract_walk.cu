// Two walks in steps of the block's 64 threads.
// expect: walks race=unproved
__global__ void walks(const float *x, float *y, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 64)
    sum += x[i];
  for (int i = threadIdx.x; i < n; i += 64)
    y[i] = x[i] - sum; // race: write-write y [warning]; unproved: race needs-precondition blockDim.x <= 64
}

// The steps overlap in any block.
// expect: walks_racy race=refuted
__global__ void walks_racy(const float *x, float *y, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 64)
    sum += x[i];
  for (int i = threadIdx.x; i < n; i += 64)
    y[i / 2] = sum + threadIdx.x; // race: write-write y
}

// A place in shared memory for each of 128 threads.
// expect: slots race=unproved
__global__ void slots(const float *x, float *y, int n) {
  __shared__ float s[128];
  for (int i = threadIdx.x; i < n; i += 128)
    y[i] = threadIdx.x; // race: write-write y [warning]; unproved: race needs-precondition blockDim.x <= 128
  if (threadIdx.x < 128)
    s[threadIdx.x] = x[0];
}

// Four warps share out the rows, in two walks.
// expect: warps_walk race=unproved
__global__ void warps_walk(const float *x, float *y, int n) {
  float sum = 0;
  for (int i = threadIdx.x / 32; i < n; i += 4)
    sum += x[i * 32 + threadIdx.x % 32];
  for (int i = threadIdx.x / 32; i < n; i += 4)
    y[i * 32 + threadIdx.x % 32] = sum; // race: write-write y [warning]; unproved: race needs-precondition blockDim.x <= 128
}

// One walk may step wrongly.
// expect: warps_walk_once race=refuted
__global__ void warps_walk_once(float *y, int n) {
  for (int i = threadIdx.x / 32; i < n; i += 4)
    y[i * 32 + threadIdx.x % 32] = threadIdx.x; // race: write-write y
}

// Rows overlap in any block.
// expect: warps_walk_racy race=refuted
__global__ void warps_walk_racy(const float *x, float *y, int n) {
  float sum = threadIdx.x;
  for (int i = threadIdx.x / 32; i < n; i += 4)
    sum += x[i * 32 + threadIdx.x % 32];
  for (int i = threadIdx.x / 32; i < n; i += 4)
    y[i * 16 + threadIdx.x % 32] = sum; // race: write-write y
}
