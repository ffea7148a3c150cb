// Statements of inline PTX under a guard: loads with an old value, stores, atomics, a barrier, an exit; in loops as well.
__device__ int load_if(const int *p, int otherwise, bool is_there) {
  int x;
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %3, 0;\nmov.b32 %0, %2;\n@p ld.global.b32 %0, [%1];\n}\n" : "=r"(x) : "l"(p), "r"(otherwise), "r"((int)is_there)); // @load
  return x;
}
__device__ void store_if(int *p, int x, bool is_there) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %2, 0;\n@p st.global.b32 [%0], %1;\n}\n" : : "l"(p), "r"(x), "r"((int)is_there) : "memory"); // race: read-write a @load
}

// expect: copy_free race=proved
__global__ void copy_free(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  store_if(&out[i], load_if(&in[i], 7, i < n), i < n);
}

// Without the guard the neighbour's element is read.
// expect: neighbour race=refuted
__global__ void neighbour(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = load_if(&a[i + 1], 0, i + 1 < n);
  store_if(&a[i], x, i < n);
}

// expect: even_free race=proved
__global__ void even_free(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = load_if(&a[i + 1], 0, i % 2 == 0);
  store_if(&a[i], x, i % 2 == 0);
}

// In a loop: the value goes around with it.
// expect: sums_free race=proved
__global__ void sums_free(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = t; i < n; i += 64)
    sum = load_if(&in[i], sum, i % 3 != 0);
  s[t] = sum;
  __syncthreads();
  store_if(&out[blockIdx.x * blockDim.x + t], s[t ^ 1], t < 32);
}

// What a guarded load did not read is the old value: an index of the thread's own.
// expect: index_free race=proved
__global__ void index_free(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[load_if(in, i, false)] = 1;
}

// expect: some_wait divergence=refuted race=unproved
__global__ void some_wait(int *a) {
  asm volatile("{\n.reg .pred p;\nsetp.lt.u32 p, %0, 16;\n@p bar.sync 0;\n}\n" : : "r"(threadIdx.x) : "memory"); // divergence: never-arrives
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Who has left does not store.
// expect: leavers_free race=proved
__global__ void leavers_free(int *a) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %0, 0;\n@p exit;\n}\n" : : "r"(threadIdx.x) : "memory");
  a[blockIdx.x] = 1;
}

// expect: counted_free race=proved
__global__ void counted_free(int *count, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{\n.reg .pred p;\nsetp.gt.s32 p, %1, 0;\n@p red.global.add.s32 [%0], 1;\n}\n" : : "l"(count), "r"(x[i]) : "memory");
}
