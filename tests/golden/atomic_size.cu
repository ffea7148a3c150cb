// Atomics of different sizes on overlapping bytes are a race.
// expect: size_free race=proved
__global__ void size_free(unsigned long long *c) {
  if (threadIdx.x == 0)
    atomicAdd(c, 1ull);
  else
    atomicAdd((unsigned long long *)c, 1ull);
}

// expect: size_racy race=refuted
__global__ void size_racy(unsigned long long *c) {
  if (threadIdx.x == 0)
    atomicAdd(c, 1ull); // @wide
  else
    atomicAdd((unsigned *)c, 1u); // race: * c @wide
}
