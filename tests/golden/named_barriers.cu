// Named barriers order nothing here, and are no proof of anything.
// expect: named_unproved race=unproved
__global__ void named_unproved(int *a) {
  __shared__ int s[1024];
  s[threadIdx.x] = 1; // may-race: read-write s @named [*]; may-unproved: race
  asm volatile("bar.sync 1, 64;" ::: "memory"); // unproved: race barrier-kind
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; // @named; may-unproved: race
}
