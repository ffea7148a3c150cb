// What all lanes of a warp get from a vote, a reduction or one lane is the same for them, and orders nothing.
#define FULL 0xffffffffu

// expect: vote_lanes race=proved
__global__ void vote_lanes(int *a, const int *in) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x;
  s[t] = 0;
  if (__any_sync(FULL, in[t] > 0)) {
    s[t] = (int)t;
    __syncwarp();
    a[blockIdx.x * blockDim.x + t] = s[t ^ 1];
  } else {
    __syncwarp();
    a[blockIdx.x * blockDim.x + t] = -s[t ^ 1];
  }
  a[blockIdx.x * blockDim.x + t] += 1;
}

// expect: vote_unordered race=refuted
__global__ void vote_unordered(int *a, const int *in) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @store
  if (__any_sync(FULL, in[t] > 0))
    a[blockIdx.x * blockDim.x + t] = s[t ^ 1]; // race: read-write s @store
}

// Rounds of a warp's own.
// expect: vote_loop race=proved
__global__ void vote_loop(int *a, const int *in) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x, i = 0;
  int go;
  do {
    s[t] = (int)i;
    __syncwarp();
    int v = s[t ^ 1];
    __syncwarp();
    go = __any_sync(FULL, in[i++ * 1024 + t] > v);
  } while (go);
  a[blockIdx.x * blockDim.x + t] = 1;
}

// expect: one_lane race=proved
__global__ void one_lane(int *a, const int *in) {
  __shared__ int s[33];
  unsigned t = threadIdx.x;
  int v = __shfl_sync(FULL, in[t], 0);
  s[t / 32] = v; // same-value: s
  __syncthreads();
  a[blockIdx.x * blockDim.x + t] = s[t / 32];
}

// expect: other_lane race=refuted
__global__ void other_lane(int *a, const int *in) {
  __shared__ int s[33];
  unsigned t = threadIdx.x;
  int v = __shfl_xor_sync(FULL, in[t], 1);
  s[t / 32] = v; // race: write-write s
  __syncthreads();
  a[blockIdx.x * blockDim.x + t] = s[t / 32];
}

// A block of five threads has no lane 5: then what lanes get is undefined.
// expect: missing_lane race=unproved
__global__ void missing_lane(const int *in) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  int base = __shfl_sync(FULL, in[t] & 31, 5);
  if (t < 32)
    s[base + t] = (int)t; // may-race: write-write s [*]; unproved: race
}

// expect: first_lane race=proved
__global__ void first_lane(const int *in) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  int base = __shfl_sync(FULL, in[t] & 31, 0);
  if (t < 32)
    s[base + t] = (int)t;
}

// expect: two_warps race=refuted
__global__ void two_warps(const int *in) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  int base = __shfl_sync(FULL, in[t] & 31, 0);
  s[base + t] = (int)t; // race: write-write s
}

// Not all lanes take part: nothing is concluded.
// expect: some_lanes race=unproved
__global__ void some_lanes(const int *in) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  int base = 0;
  if (t & 1)
    base = __shfl_sync(FULL, in[t] & 31, 1);
  if (t < 32 && (t & 1))
    s[base + t] = (int)t; // may-race: write-write s; unproved: race
}
