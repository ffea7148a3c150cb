// A device function that is only declared.
extern "C" __device__ void elsewhere(int *a);

// expect: external race=unproved divergence=unproved
__global__ void external(int *a) {
  elsewhere(a); // unproved: race unsupported; unproved: divergence unsupported
}

// One without memory effects may still ask which thread it is.
__device__ __attribute__((const)) unsigned rank_of(int x);

// expect: by_rank race=unproved divergence=unproved
__global__ void by_rank(int *a) {
  if (rank_of(1) == 0)
    __syncthreads(); // may-divergence: * [*]; unproved: divergence
  a[threadIdx.x] = 1;
}

// expect: same_rank race=refuted|unproved
__global__ void same_rank(unsigned *a) {
  a[0] = rank_of(1); // may-race: write-write a [*]; may-same-value: a [*]; may-unproved: race
}

// The device library's functions do not ask.
// expect: by_sine race=proved divergence=proved
__global__ void by_sine(int *a, float x) {
  if (sinf(x) == 0)
    __syncthreads();
  a[threadIdx.x] = 1;
}
