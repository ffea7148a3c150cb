// All extern shared arrays of a kernel start at the same address.
// expect: alias_free race=proved
__global__ void alias_free(unsigned *out) {
  extern __shared__ int words[];
  extern __shared__ unsigned bits[];
  unsigned t = threadIdx.x;
  words[t] = (int)t;
  out[blockIdx.x * blockDim.x + t] = bits[t];
}

// expect: alias_racy race=refuted
__global__ void alias_racy(unsigned *out) {
  extern __shared__ int words[];
  extern __shared__ unsigned bits[];
  unsigned t = threadIdx.x;
  words[t] = (int)t; // @words
  out[blockIdx.x * blockDim.x + t] = bits[t + 1]; // race: read-write * @words
}
