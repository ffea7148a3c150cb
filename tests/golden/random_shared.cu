// RUN: check --only=race,divergence,assert --requires=blockDim.x<=256&&blockDim.y==1&&blockDim.z==1
// A state of MTGP32 is for all threads of a block, which draw together; states of other generators are for one thread.
#include <curand_kernel.h>

// expect: together race=proved assert=proved
__global__ void together(curandStateMtgp32 *states, unsigned *out) {
  unsigned first = curand(&states[blockIdx.x]), second = curand(&states[blockIdx.x]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = first + second;
}

// expect: together_normal race=proved assert=proved
__global__ void together_normal(curandStateMtgp32 *states, float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = curand_uniform(&states[blockIdx.x]) + curand_normal(&states[blockIdx.x]);
}

// expect: alone race=refuted assert=proved
__global__ void alone(curandStateXORWOW *states, unsigned *out) {
  unsigned first = curand(&states[blockIdx.x]), // race: read-write states; race: write-write states; may-race: * states @second [*]; may-race: * states [*]
      second = curand(&states[blockIdx.x]); // @second; may-race: * states [*]
  out[blockIdx.x * blockDim.x + threadIdx.x] = first + second;
}

// Blocks that share one.
// expect: blocks race=refuted assert=proved
__global__ void blocks(curandStateMtgp32 *states, unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = curand(&states[0]); // race: read-write states; race: write-write states; may-race: * states [*]; may-same-value: states [*]
}

// Some threads do not come to the draw.
// expect: some race=refuted|unproved divergence=refuted assert=proved
__global__ void some(curandStateMtgp32 *states, unsigned *out) {
  unsigned v = 0;
  if (threadIdx.x < 20) v = curand(&states[blockIdx.x]); // divergence: *; may-divergence: * [*]; may-race: * states [*]
  __syncthreads(); // may-divergence: * [*]
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
