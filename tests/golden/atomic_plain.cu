// A plain initialisation against atomic additions.
// expect: count_free race=proved
__global__ void count_free(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

// expect: count_racy_start race=refuted
__global__ void count_racy_start(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0; // race: atomic-plain count @add1
  atomicAdd(&count, 1); // @add1
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

// expect: count_racy_end race=refuted
__global__ void count_racy_end(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, 1); // @add2
  if (threadIdx.x == 0)
    out[blockIdx.x] = count; // race: atomic-plain count @add2
}

// One race hides another in every run: what is exchanged depends on who came first.
// expect: exchanged_racy race=refuted
__global__ void exchanged_racy(int *a) {
  atomicCAS(&a[threadIdx.x], 0, 0); // @exchange
  a[3] += 0;                        // race: atomic-plain a @exchange; may-race: atomic-plain a @exchange; race: read-write a; race: write-write a; @add
  a[3] = 1;                         // race: atomic-plain a @exchange; race: read-write a @add; race: write-write a @add; same-value: a
}
