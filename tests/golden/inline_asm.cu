// Inline assembly: stores are decoded, an instruction that is not known is named.
// RUN: check --only=race,divergence,bounds,assert
// expect: store_racy race=refuted bounds=unchecked assert=proved
__global__ void store_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.s32 [%0], %1;" ::"l"(a + i / 2), "r"(threadIdx.x) : "memory"); // race: write-write a; may-unproved: race needs-precondition
}

// expect: store_free race=proved bounds=unchecked assert=proved
__global__ void store_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.s32 [%0], %1;" ::"l"(a + i), "r"(threadIdx.x) : "memory");
}

// Whatever it is, it may access memory, synchronise or fail.
// expect: unknown race=unproved divergence=unproved bounds=unproved assert=unproved
__global__ void unknown(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.async.shared::cluster.s32 [%0], %1;" ::"l"(a + i), "r"(threadIdx.x) : "memory"); // unproved: race unsupported; unproved: divergence unsupported; unproved: bounds unsupported; unproved: assert unsupported
}
