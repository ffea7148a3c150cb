// RUN: check --only=race,bounds
// Blocks of two axes whose threads are numbered as a whole: conditions on the block's size, and none that forbids an axis.

// expect: flat race=proved bounds=unproved
__global__ void flat(int *out) {
  __shared__ int s[512];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = t; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x * blockDim.y <= 512
  __syncthreads();
  out[blockIdx.x * blockDim.x * blockDim.y + t] = 2 * s[t]; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x * blockDim.y <= 512
}

// Behind the block there is one element; a block of 512 threads is what the array is made for.
// expect: flat_short race=proved bounds=refuted
__global__ void flat_short(int *out) {
  __shared__ int s[512];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t + 1] = t; // bounds: s
}

// expect: halves race=unproved bounds=unproved
__global__ void halves(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = t; // race: write-write s @second [warning]; unproved: race needs-precondition blockDim.x * blockDim.y <= 512
  s[t + 512] = -t; // @second; bounds: s [warning]; unproved: bounds needs-precondition blockDim.x * blockDim.y <= 512
}

// Neighbours are no parts.
// expect: neighbours race=refuted bounds=proved
__global__ void neighbours(int *out) {
  __shared__ int s[2048];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = t; // race: write-write s @next
  s[t + 16] = -t; // @next
}

// expect: carved race=unproved bounds=unchecked
__global__ void carved() {
  extern __shared__ int d[];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int *b = d + 512;
  d[t] = t; // race: write-write d @other [warning]; unproved: race needs-precondition blockDim.x * blockDim.y <= 512
  b[t] = 2 * t; // @other
}
