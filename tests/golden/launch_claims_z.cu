// Sizes that the launch fixes are decided modulo 2^32.
// RUN: check --only=race,divergence --block 1,1,64

// expect: whole race=refuted
__global__ void whole(int *a) {
  a[threadIdx.z * 0x10000000u] = threadIdx.z; // race: write-write a
}

// expect: half race=refuted
__global__ void half(int *a) {
  a[threadIdx.z * 0x8000000u] = threadIdx.z; // race: write-write a
}

// expect: narrow race=proved
__global__ void narrow(int *a) {
  a[threadIdx.z * 0x4000000u] = threadIdx.z;
}
