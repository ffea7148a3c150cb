// An atomic of block scope is not atomic to another block.
// expect: scope_free race=proved
__global__ void scope_free(int *a) {
  atomicAdd(&a[blockIdx.x / 2], 1);
}

// expect: scope_racy race=refuted
__global__ void scope_racy(int *a) {
  atomicAdd_block(&a[blockIdx.x / 2], 1); // race: * a
}

// Block scope is enough where only one block comes.
// expect: scope_own race=proved
__global__ void scope_own(int *a) {
  atomicAdd_block(&a[blockIdx.x], 1);
}
