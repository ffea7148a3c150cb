// A multiplicative hash into 256 cells: more than 256 threads must collide.
// expect: hash_racy race=refuted
__global__ void hash_racy() {
  __shared__ unsigned s[256];
  unsigned h = threadIdx.x * 2654435761u >> 24;
  s[h] = threadIdx.x; // race: write-write s
}

// Multiplying by an odd number permutes the residues of a power of two.
// expect: hash_free race=proved
__global__ void hash_free() {
  __shared__ unsigned s[1024];
  unsigned h = threadIdx.x * 2654435761u & 1023u;
  s[h] = threadIdx.x;
}
