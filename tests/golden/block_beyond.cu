// RUN: check --block=256 --grid=2
// A launch with more threads than the attribute allows fails on a device: nothing is proved or shown of it.

// expect: bounded race=unproved divergence=unproved bounds=unproved assert=unproved
__global__ void __launch_bounds__(128) bounded(unsigned *out) { // unproved: race contradictory-requirements; unproved: divergence contradictory-requirements; unproved: bounds contradictory-requirements; unproved: assert contradictory-requirements
  __shared__ unsigned s[128];
  s[threadIdx.x % 128] = threadIdx.x;
}

// expect: allowed race=refuted
__global__ void __launch_bounds__(256) allowed(unsigned *out) {
  __shared__ unsigned s[128];
  s[threadIdx.x % 128] = threadIdx.x; // race: write-write s
}

// expect: not_bounded race=refuted
__global__ void not_bounded(unsigned *out) {
  __shared__ unsigned s[128];
  s[threadIdx.x % 128] = threadIdx.x; // race: write-write s
}
