// Further kernels of the kinds that other checkers get wrong, each next to its twin where it has one.
// expect: odd_even_racy race=refuted
__global__ void odd_even_racy(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  if (t & 1)
    s[t] = 1;   // @own
  else
    s[t + 1] = 2; // race: write-write s @own
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t];
}
// expect: odd_even_free race=proved
__global__ void odd_even_free(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  if (t & 1)
    s[t] = 1;
  else
    s[t] = 2;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t];
}
struct inner { int a[2]; float4 v; };
struct outer { inner in; char tag; };
// expect: nested_free race=proved
__global__ void nested_free(outer *o) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i].in.a[0] = 1;
  o[i].in.v.w = o[i].in.v.x;
  o[i].tag = 'x';
}
// expect: nested_racy race=refuted
__global__ void nested_racy(outer *o) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i].in.a[0] = 1;            // @a
  o[i].in.v.w = o[i + 1].in.a[0]; // race: read-write o @a
}
// expect: int4_racy race=refuted
__global__ void int4_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  reinterpret_cast<int4 *>(a)[i] = make_int4(1, 2, 3, 4); // @q
  a[4 * i + 4] = 9;  // race: write-write a @q
}
// expect: int4_free race=proved
__global__ void int4_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  reinterpret_cast<int4 *>(a)[i] = make_int4(1, 2, 3, 4);
  a[4 * i + 3] = 9;
}
// expect: wrap_racy race=refuted
__global__ void wrap_racy(int *a) {
  unsigned char slot = (unsigned char)threadIdx.x;
  a[slot + blockIdx.x * 1024] = (int)threadIdx.x; // race: write-write a
}
// expect: wrap_free race=proved
__global__ void wrap_free(int *a) {
  unsigned short slot = (unsigned short)threadIdx.x;
  a[slot + blockIdx.x * 1024] = (int)threadIdx.x;
}
// expect: last_slot_racy race=refuted
__global__ void last_slot_racy(int *list, int *count) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  int slot = atomicAdd(&n, 1);
  list[slot] = (int)threadIdx.x; // race: write-write list
  __syncthreads();
  if (threadIdx.x == 0)
    count[blockIdx.x] = n;
}
// expect: fall_free race=proved
__global__ void fall_free(int *a, int mode) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
  switch (mode) {
  case 1: k += 1;
  case 2: k += 1; break;
  case 7: k = 5; break;
  default: return;
  }
  a[8 * i + k] = 1;
}
// expect: fall_racy race=refuted
__global__ void fall_racy(int *a, int mode) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
  switch (mode) {
  case 1: k += 1;
  case 2: k += 1; break;
  case 7: k = 8; break;
  default: break;
  }
  a[8 * (i >> (k >> 3)) + k] = (int)i; // race: write-write a
}
// expect: block_branch divergence=proved race=proved
__global__ void block_branch(int *a) {
  __shared__ int s[1025];
  s[threadIdx.x] = 1;
  if (blockIdx.x & 1)
    __syncthreads();
  else
    s[threadIdx.x] = 2;
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x + 1];
}
// expect: count_free race=proved
__global__ void count_free(int *a, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  int n = __syncthreads_count(in[t] > 0);
  a[blockIdx.x * blockDim.x + t] = s[t + 1] + n;
}
__device__ int pick(const int *s, unsigned t) {
  if (t == 0)
    return 0;
  if (t > 5)
    return s[t - 1];
  return s[t];
}
// expect: pick_free race=proved
__global__ void pick_free(int *a) {
  __shared__ int s[1024];
  s[threadIdx.x] = 1;
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = pick(s, threadIdx.x);
}
// expect: stride_pp_free race=proved
__global__ void stride_pp_free(int *a, int n) {
  int step = (int)(blockDim.x * gridDim.x);
  int *p = a + blockIdx.x * blockDim.x + threadIdx.x, *end = a + n;
  for (; p < end; p += step)
    *p = 1;
}

template <class T> struct span { T *p; unsigned n; __device__ T &operator[](unsigned i) { return p[i]; } };
// expect: ref_racy race=refuted
__global__ void ref_racy(int *a, unsigned n) {
  span<int> s = {a, n};
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int &mine = s[i], &next = s[i + 1];
  mine = next; // race: read-write a
}
// expect: ref_free race=proved
__global__ void ref_free(int *a, unsigned n) {
  span<int> s = {a, n};
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int &mine = s[2 * i], &next = s[2 * i + 1];
  mine = next;
}
// expect: lambda_free race=proved
__global__ void lambda_free(int *a) {
  __shared__ int s[1024];
  auto put = [&](unsigned i, int v) { s[i] = v; };
  put(threadIdx.x, 3);
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
// expect: lane_free race=proved
__global__ void lane_free(int *a) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  __shared__ int s[1024];
  s[(threadIdx.x & ~31u) + lane] = 1;
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
// expect: lane_racy race=refuted
__global__ void lane_racy(int *a) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  __shared__ int s[1024];
  s[lane] = (int)threadIdx.x; // race: write-write s
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
// expect: zero_rounds race=unproved
__global__ void zero_rounds(int *a, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = 1; // @z; unproved: race needs-precondition n >= 1
  for (int k = 0; k < n; k++)
    __syncthreads();
  a[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @z [warning]
}
// expect: once_rounds race=proved
__global__ void once_rounds(int *a, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = 1;
  int k = 0;
  do
    __syncthreads();
  while (++k < n);
  a[blockIdx.x * blockDim.x + t] = s[t + 1];
}
