// Kernels of one file are independent of each other.
// expect: first_racy race=refuted
__global__ void first_racy(int *a) {
  a[blockIdx.x] = (int)threadIdx.x; // race: write-write a
}

// expect: second_unknown race=unproved divergence=unproved
__global__ void second_unknown(int *a) {
  asm volatile("red.async.shared::cluster.add.s32 [%0], 1;" ::"l"(a) : "memory"); // unproved: race unsupported; unproved: divergence unsupported
}

// expect: third_free race=proved
__global__ void third_free(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = (int)threadIdx.x;
}
