// Votes of warps whose lanes work on several rows, some of which may have left the kernel: those that vote share the result.
// RUN: check --only=divergence

// expect: rows divergence=proved
__global__ void rows(const int *begins, const int *list, int *out, int n) {
  int lane = threadIdx.x % 32, sum = 0;
  int i = (threadIdx.x + blockIdx.x * blockDim.x) / 32;
  if (i < n) {
    int begin = begins[i], end = begins[i + 1];
    for (int j = begin + lane; __any_sync(~0u, j < end); j += 32)
      sum += __popc(__ballot_sync(~0u, i < (j < end ? list[j] : i)));
    if (lane == 0)
      atomicAdd(out, sum);
  }
}

// expect: one_vote divergence=proved
__global__ void one_vote(const int *a, int *out, int n) {
  int i = (threadIdx.x + blockIdx.x * blockDim.x) / 8;
  if (i < n) {
    int bits = 0;
    if (__any_sync(~0u, a[threadIdx.x]))
      bits = __ballot_sync(~0u, a[threadIdx.x] > 1);
    out[threadIdx.x + blockIdx.x * blockDim.x] = bits;
  }
}

// The source lane may have left: what the others get is anything.
// expect: from_lane divergence=unproved
__global__ void from_lane(const int *a, int *out, int n) {
  int i = (threadIdx.x + blockIdx.x * blockDim.x) / 8;
  if (i < n) {
    int bits = 0;
    if (__shfl_sync(~0u, a[threadIdx.x], 31))
      bits = __ballot_sync(~0u, a[threadIdx.x] > 1); // divergence: never-arrives [warning]; unproved: divergence data-dependent
    out[threadIdx.x + blockIdx.x * blockDim.x] = bits;
  }
}

// Those that do not vote wait elsewhere.
// expect: elsewhere divergence=refuted
__global__ void elsewhere(const int *a, int *out, int n) {
  int i = (threadIdx.x + blockIdx.x * blockDim.x) / 8, any = 0;
  if (i < n)
    any = __any_sync(~0u, a[threadIdx.x]); // divergence: other-barrier @wait
  __syncthreads();                         // @wait
  out[threadIdx.x + blockIdx.x * blockDim.x] = any;
}

// The result decides about another round together with the lane.
// expect: own_round divergence=refuted
__global__ void own_round(const int *a, int *out, int n) {
  int sum = 0;
  for (int j = 0; j < n; j++) {
    int any = __any_sync(~0u, a[threadIdx.x + j]); // divergence: rounds
    if (any && threadIdx.x > 5)
      break;
    sum += any;
  }
  out[threadIdx.x] = sum;
}
