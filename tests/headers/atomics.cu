// Atomic functions of every type and scope.
#define SCOPES(f, p, v) f(p, v) + f##_block(p, v) + f##_system(p, v)
#define BITS(p, v) SCOPES(atomicAdd, p, v) + SCOPES(atomicAnd, p, v) + SCOPES(atomicOr, p, v) + SCOPES(atomicXor, p, v) + SCOPES(atomicExch, p, v)
#define ORDER(p, v) SCOPES(atomicMin, p, v) + SCOPES(atomicMax, p, v)
template <class T> __device__ T integers(T *p, T v) {
  return BITS(p, v) + ORDER(p, v) + SCOPES(atomicSub, p, v) + atomicCAS(p, v, v) + atomicCAS_block(p, v, v) + atomicCAS_system(p, v, v);
}
__global__ void kernel(int *i, unsigned *u, long long *l, unsigned long long *ul, float *f, double *d, unsigned short *h, float2 *f2, float4 *f4) {
  integers(i, 1);
  integers(u, 1u);
  integers(l, 1ll);
  integers(ul, 1ull);
  u[1] = SCOPES(atomicInc, u, 31u) + SCOPES(atomicDec, u, 31u);
  f[1] = SCOPES(atomicAdd, f, 1.0f) + SCOPES(atomicExch, f, 1.0f);
  d[1] = SCOPES(atomicAdd, d, 1.0) + SCOPES(atomicExch, d, 1.0);
  h[1] = atomicCAS(h, (unsigned short)1, (unsigned short)2);
  atomicAdd(f2, make_float2(1, 2));
  atomicAdd(f4, make_float4(1, 2, 3, 4));
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, 1);
}
template <class T> __device__ T compiler_functions(T *p, T v) {
  __nv_atomic_store_n(p, v, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_add(p, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
  T expected = v;
  bool is_same = __nv_atomic_compare_exchange_n(p, &expected, v, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  return __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_SYSTEM) + __nv_atomic_fetch_max(p, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK) +
         __nv_atomic_exchange_n(p, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) + is_same;
}
__device__ int whole_system(int *p, int v) {
  __nv_atomic_store_n(p, v, __NV_ATOMIC_RELEASE);
  return __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE) + __nv_atomic_fetch_add(p, v, __NV_ATOMIC_RELAXED);
}
__global__ void compiler_kernel(int *i, unsigned long long *ul) {
  compiler_functions(i, 1);
  compiler_functions(ul, 1ull);
  *i = whole_system(i, 2);
}
