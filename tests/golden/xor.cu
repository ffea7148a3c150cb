// Even threads read their partner in the pair, or one that writes as well.
// expect: partner_free race=proved
__global__ void partner_free() {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if ((t & 1) == 0)
    s[t] = s[t ^ 1];
}

// expect: partner_racy race=refuted
__global__ void partner_racy() {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if ((t & 1) == 0)
    s[t] = s[t ^ 2]; // race: read-write s
}

// Exclusive or with a constant permutes the cells.
// expect: permute_free race=proved
__global__ void permute_free() {
  __shared__ unsigned s[1024];
  s[threadIdx.x ^ 21] = threadIdx.x;
}
