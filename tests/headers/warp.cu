// Shuffles, votes, matches and reductions, for every type, with and without mask.
template <class T> __device__ T shuffles(T v) {
  v = __shfl_sync(~0u, v, 1) + __shfl_up_sync(~0u, v, 2u) + __shfl_down_sync(~0u, v, 3u, 16) + __shfl_xor_sync(~0u, v, 4, 8);
  return v + __shfl(v, 1) + __shfl_up(v, 1) + __shfl_down(v, 1) + __shfl_xor(v, 1, 8);
}
template <class T> __device__ unsigned matches(T v) {
  int all;
  return __match_any_sync(~0u, v) + __match_all_sync(~0u, v, &all) + all;
}
template <class T> __global__ void kernel(T *a, unsigned *u) {
  a[threadIdx.x] = shuffles(a[threadIdx.x]);
  u[threadIdx.x] = matches(a[threadIdx.x]);
}
template __global__ void kernel<int>(int *, unsigned *);
template __global__ void kernel<unsigned>(unsigned *, unsigned *);
template __global__ void kernel<long>(long *, unsigned *);
template __global__ void kernel<unsigned long>(unsigned long *, unsigned *);
template __global__ void kernel<long long>(long long *, unsigned *);
template __global__ void kernel<unsigned long long>(unsigned long long *, unsigned *);
template __global__ void kernel<float>(float *, unsigned *);
template __global__ void kernel<double>(double *, unsigned *);
__global__ void votes(unsigned *u, int *s) {
  int p = threadIdx.x & 1;
  u[0] = __all_sync(~0u, p) + __any_sync(~0u, p) + __uni_sync(~0u, p) + __ballot_sync(~0u, p) + __activemask();
  u[1] = __all(p) + __any(p) + __ballot(p) + __fns(~0u, 0, 3);
  u[2] = __reduce_add_sync(~0u, u[3]) + __reduce_min_sync(~0u, u[3]) + __reduce_max_sync(~0u, u[3]);
  u[4] = __reduce_and_sync(~0u, u[3]) + __reduce_or_sync(~0u, u[3]) + __reduce_xor_sync(~0u, u[3]);
  s[0] = __reduce_add_sync(~0u, s[1]) + __reduce_min_sync(~0u, s[1]) + __reduce_max_sync(~0u, s[1]);
}
