// RUN: check --only=race,divergence,bounds
// A variable that has no value yet may have any, not the only one that is ever assigned.

// expect: index_unset bounds=unproved
__global__ void index_unset(int c) {
  __shared__ int s[64];
  int k;
  if (c > 5)
    k = 0;
  if (threadIdx.x < 64)
    s[k + threadIdx.x] = 1; // bounds: s [warning]; unproved: bounds; may-same-value: s
}

// expect: index_set bounds=proved
__global__ void index_set(int c) {
  __shared__ int s[64];
  int k = 1;
  if (c > 5)
    k = 0;
  if (threadIdx.x < 63)
    s[k + threadIdx.x] = 1;
}

// Set and used under one condition.
// expect: used_where_set race=proved
__global__ void used_where_set(int c, int *out) {
  int k;
  if (c > 5)
    k = 1;
  if (c > 5)
    out[threadIdx.x] = k;
}

// expect: guard_unset divergence=unproved
__global__ void guard_unset(int *out) {
  int u;
  if (threadIdx.x == 7)
    u = 1;
  if (u == 0)
    __syncthreads(); // divergence: never-arrives [warning]; unproved: divergence data-dependent
  out[threadIdx.x] = 1;
}

struct pair {
  int first, second;
};

// expect: member_unset bounds=unproved
__global__ void member_unset(int c) {
  __shared__ int s[64];
  pair p;
  p.second = 3;
  if (c > 5)
    p.first = 0;
  if (threadIdx.x == 0)
    s[p.first] = p.second; // bounds: s [warning]; unproved: bounds
}

// A function that is called: which one, a constant says.
enum class kind { SUM, MOST };
__device__ float sum_of(float a, float b) { return a + b; }
__device__ float most_of(float a, float b) { return a > b ? a : b; }
__device__ float reduced(volatile float *data, int n, kind what) {
  float (*join)(float, float);
  if (what == kind::SUM)
    join = sum_of;
  else if (what == kind::MOST)
    join = most_of;
  float value = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    value = join(value, data[i]);
  return value;
}
// expect: function_unset race=proved
__global__ void function_unset(float *out, float *in, int n) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = reduced(in, n, kind::SUM);
}
