// Barriers that can go, each next to one that cannot.
// RUN: check --only=race,divergence,advice

// Nobody reads what another thread wrote.
// expect: own_element race=proved
__global__ void own_element(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads(); // redundant-barrier: together
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// expect: next_element race=proved
__global__ void next_element(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// Each can go, but not both.
// expect: doubled race=proved
__global__ void doubled(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads(); // redundant-barrier: together
  __syncthreads(); // redundant-barrier: alone
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// The last one orders the reads of a round before the writes of the next.
// expect: rounds race=proved
__global__ void rounds(int *out, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; k++) {
    s[t] = k;
    __syncthreads();
    sum += s[t + 1];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

// Two buffers: the next round writes the other one.
// expect: pingpong race=proved
__global__ void pingpong(int *out, int n) {
  __shared__ int s[2][1025];
  unsigned t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; k++) {
    s[k & 1][t] = k;
    __syncthreads();
    sum += s[k & 1][t + 1];
    __syncthreads(); // redundant-barrier: together
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

// A trip count of one or none: nothing meets the next round.
// expect: once race=proved
__global__ void once(int *out, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 1 && k < n; k++) {
    s[t] = k;
    __syncthreads();
    sum += s[t + 1];
    __syncthreads(); // redundant-barrier: together
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

// Atomics do not race, and thread 0 must see them all.
// expect: count_all race=proved
__global__ void count_all(int *out) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  atomicAdd(&n, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = atomicAdd(&n, 0);
}

// Nothing is read of the other counter.
// expect: count_two race=proved
__global__ void count_two(int *out) {
  __shared__ int n[2];
  if (threadIdx.x == 0)
    n[0] = n[1] = 0;
  __syncthreads();
  atomicAdd(&n[0], 1);
  __syncthreads(); // redundant-barrier: together
  atomicAdd(&n[1], 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = n[0] + n[1];
}

// Both writes are 1: a note. Between them the barrier orders a pair that meets.
// expect: same_value race=proved
__global__ void same_value(int *out) {
  __shared__ int s;
  s = 1; // same-value: s
  __syncthreads();
  s = 1; // same-value: s
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// The barrier of a function goes in both calls or in none.
__device__ void put(int *s, unsigned i, int v) {
  s[i] = v;
  __syncthreads();
}

// expect: put_twice race=proved
__global__ void put_twice(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  put(s, t, 3);
  int own = s[t];
  put(s, t, 4);
  out[blockIdx.x * blockDim.x + t] = own + s[t + 1];
}

__device__ void keep(int *s, unsigned i, int v) {
  s[i] = v;
  __syncthreads(); // redundant-barrier: together
}

// expect: keep_twice race=proved
__global__ void keep_twice(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  keep(s, t, 3);
  int own = s[t];
  keep(s, t, 4);
  out[blockIdx.x * blockDim.x + t] = own + s[t];
}

// One instantiation needs it.
// expect: ahead race=proved
template <int N> __global__ void ahead(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + N];
}
template __global__ void ahead<0>(int *);
template __global__ void ahead<1>(int *);

// None does.
// expect: behind race=proved
template <int N> __global__ void behind(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = N;
  __syncthreads(); // redundant-barrier: together
  out[blockIdx.x * blockDim.x + t] = s[t];
}
template __global__ void behind<0>(int *);
template __global__ void behind<1>(int *);
