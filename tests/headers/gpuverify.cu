// GPUVerify's annotation macros: no effect, wherever they may stand.
__axiom(blockDim.x == 64);
__device__ int f(int *p, int i) {
  __requires(i >= 0);
  __requires_fresh_array(p);
  __ensures(__implies(__enabled(), __return_val_int() > __old_int(i)));
  return p[i];
}
__global__ void kernel(int *a, uint n, curandState *s) {
  __requires(n == 32);
  __requires(__no_write(a) & !__read(a) & __uniform_int(n));
  for (uint i = 0; __global_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == threadIdx.x)),
            __invariant(i <= n), __candidate_invariant(i >= 0), i < n; i++) {
    a[threadIdx.x] += f(a, i);
    __assert(__implies(threadIdx.x == 4, __other_int(threadIdx.x) != 4));
    __assume(a[i] == 3);
  }
  __barrier_invariant(a[threadIdx.x] == 2, threadIdx.x);
  __barrier_invariant_2(a[threadIdx.x] == 2, 1, 2);
  __syncthreads();
  __at_most_one(a[0]);
  if (NULL == a) cooperative_groups::this_thread_block().sync();
}
