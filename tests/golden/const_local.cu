// Local arrays that are copies of constants are read as these.

// expect: offsets race=proved
__global__ void offsets(int *out, int n) {
  const int dx[4] = {0, 2, 1, 3};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 4; k++) out[i * 4 + dx[k]] = k;
}

// expect: collide race=refuted
__global__ void collide(int *out, int n) {
  const int dx[4] = {0, 2, 1, 4};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 4; k++) out[i * 4 + dx[k]] = k; // race: write-write out
}

struct step {
  int dx, dy;
};

__device__ int place(const step *steps, int k, int width) { return steps[k].dy * width + steps[k].dx; }

// expect: steps race=proved
__global__ void steps(float *unused) {
  __shared__ float tile[16 * 16 * 4];
  const step around[4] = {{0, 0}, {16, 0}, {0, 16}, {16, 16}};
  if (blockDim.x != 16 || blockDim.y != 16) return;
  for (int k = 0; k < 4; k++) tile[threadIdx.y * 32 + threadIdx.x + place(around, k, 32)] = k;
}

// One element is written: it is no copy any more. With n = 3 the last place is that of the next thread.
// expect: changed race=refuted
__global__ void changed(int *out, int n) {
  int dx[4] = {0, 2, 1, 3};
  dx[n & 3] = 4;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 4; k++) out[i * 4 + dx[k]] = k; // race: write-write out
}

// Copied before it is written: what one writes the other does not read.
// expect: twice race=refuted
__global__ void twice(int *out) {
  const int from[4] = {3, 2, 1, 0};
  int to[4];
  for (int k = 0; k < 4; k++) to[k] = from[k];
  to[0] = 0;
  out[to[threadIdx.x & 3]] = threadIdx.x; // race: write-write out
}

// Numbers that overlap, of bytes.
// expect: views race=proved
__global__ void views(int *out) {
  const int a[2] = {0x03020100, 0x07060504};
  const unsigned char *bytes = (const unsigned char *)a;
  if (threadIdx.x < 4) out[*(const unsigned short *)(bytes + threadIdx.x + 1) & 0xff00] = threadIdx.x;
}
