// A thread may leave before the barrier in CUDA; those who stay are ordered by it.
// expect: early_free race=proved
__global__ void early_free(int *out, int n) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = t;
  __syncthreads(); // may-divergence: exited [warning]
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// expect: early_racy race=refuted
__global__ void early_racy(int *out, int n) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = t; // @store
  out[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @store
}

// What a thread does before it leaves in front of the barrier is done like all else in front of it.
// expect: early_store race=proved divergence=proved
__global__ void early_store(int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (t >= n) {
    s[t] = 0;
    return;
  }
  s[t] = t;
  __syncthreads(); // may-divergence: exited [warning]
  out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}

// expect: early_store_racy race=refuted
__global__ void early_store_racy(int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (t >= n) {
    s[t - 1] = t; // @leaving
    return;
  }
  s[t] = -t; // race: write-write s @leaving
  __syncthreads(); // may-divergence: exited [warning]
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// What stands behind the barrier, another side of the branch too, it does without having come to it.
// expect: beside race=unproved divergence=refuted
__global__ void beside(int *out, int n) {
  int t = threadIdx.x;
  if (t < n) {
    __syncthreads(); // divergence: never-arrives
    out[blockIdx.x * blockDim.x + t] = 1;
  } else {
    out[blockIdx.x * blockDim.x + t] = 2;
  }
}
