// RUN: check --only=race,divergence --block=512
// A state of MTGP32 is made for blocks of up to 256 threads: in larger ones threads read words that others advance.
#include <curand_kernel.h>

// expect: together race=refuted
__global__ void together(curandStateMtgp32 *states, unsigned *out) {
  unsigned first = curand(&states[blockIdx.x]); // race: read-write states; may-race: * states [*]; may-same-value: states [*]
  out[blockIdx.x * blockDim.x + threadIdx.x] = first;
}

// Half of the block draws.
// expect: half race=proved
__global__ void half(curandStateMtgp32 *states, unsigned *out) {
  unsigned v = curand_mtgp32_specific(&states[blockIdx.x * 2 + threadIdx.x / 256], threadIdx.x % 256, 255);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
