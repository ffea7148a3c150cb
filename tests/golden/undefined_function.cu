// A device function that is only declared.
extern "C" __device__ void elsewhere(int *a);

// expect: external race=unproved divergence=unproved
__global__ void external(int *a) {
  elsewhere(a); // unproved: race unsupported; unproved: divergence unsupported
}
