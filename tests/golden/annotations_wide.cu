// What an annotation says of accesses is a 64-bit value that nothing of the loop's ordinals depends on: they keep 32 bits.
// expect: strided race=proved
__global__ void strided(int *p, int n) {
  for (int i = threadIdx.x; __global_invariant(__write_implies(p, __write_offset_bytes(p) / 4 % n % blockDim.x == threadIdx.x)), i < n; i += blockDim.x)
    p[i + blockIdx.x * n] = i;
}

// expect: strided_racy race=refuted
__global__ void strided_racy(int *p, int n) {
  for (int i = threadIdx.x; __global_invariant(__write_implies(p, __write_offset_bytes(p) / 4 % n % blockDim.x == threadIdx.x)), i < n; i += blockDim.x)
    p[i / 2 + blockIdx.x * n] = i; // race: write-write p
}
