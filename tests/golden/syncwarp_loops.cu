// __syncwarp in loops: rounds of a warp.
// expect: rounds_free race=proved
__global__ void rounds_free(int *out, int n) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = (int)t + i;
    __syncwarp();
    int v = s[t ^ 1];
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = v;
  }
}

// The read of one round meets the write of the next.
// expect: rounds_racy race=refuted
__global__ void rounds_racy(int *out, int n) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = (int)t + i; // @rounds
    __syncwarp();
    int v = s[t ^ 1]; // race: read-write s @rounds
    out[blockIdx.x * blockDim.x + t] = v;
  }
}

// expect: reduce_free race=proved
__global__ void reduce_free(int *a) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x, lane = t & 31;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncwarp();
  for (unsigned d = 16; d > 0; d >>= 1) {
    if (lane < d)
      s[t] += s[t + d];
    __syncwarp();
  }
  a[blockIdx.x * blockDim.x + t] = s[t];
}

// expect: reduce_racy race=refuted
__global__ void reduce_racy(int *a) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x, lane = t & 31;
  s[t] = a[blockIdx.x * blockDim.x + t]; // @fill
  for (unsigned d = 16; d > 0; d >>= 1) {
    if (lane < d)
      s[t] += s[t + d]; // race: read-write s @fill
    __syncwarp();
  }
  a[blockIdx.x * blockDim.x + t] = s[t];
}

// Warps take their own number of rounds.
// expect: uneven_free race=proved
__global__ void uneven_free(int *out, const int *counts) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < counts[t / 32]; i++) {
    s[t] = i;
    __syncwarp();
    int v = s[t ^ 1];
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = v;
  }
}

// Lanes that take fewer rounds have left the kernel.
// expect: leaving_lanes race=proved
// assume: exited-threads
__global__ void leaving_lanes(int *out, const int *counts) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < counts[t]; i++) {
    s[t] = i;
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = s[t];
  }
}

// Lanes that take fewer rounds go on.
// expect: uneven_lanes race=unproved divergence=refuted
__global__ void uneven_lanes(int *out, const int *counts) { // unproved: race divergent-barriers
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < counts[t]; i++) {
    s[t] = i;
    __syncwarp(); // divergence: *
    out[blockIdx.x * blockDim.x + t] = s[t];
  }
  out[blockIdx.x * blockDim.x + t] = s[t] + 1;
}

// Another warp may be in any round.
// expect: other_warp race=refuted
__global__ void other_warp(int *out, int n) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = (int)t + i; // @across
    __syncwarp();
    int v = s[t ^ 32]; // race: read-write s @across
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = v;
  }
}
