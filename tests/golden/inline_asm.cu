// Inline assembly that stores.
// expect: asm_store race=unproved
__global__ void asm_store(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.s32 [%0], %1;" ::"l"(a + i / 2), "r"(threadIdx.x) : "memory"); // unproved: race unsupported
}
