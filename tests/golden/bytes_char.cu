// Bytes of words: thread t stores one byte and reads a word.
// expect: bytes_free race=proved
__global__ void bytes_free(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  ((char *)s)[4 * t] = (char)t;
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// Byte 6 of thread 2 lies in the word of thread 1.
// expect: bytes_racy race=refuted
__global__ void bytes_racy(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  ((char *)s)[3 * t] = (char)t; // @byte
  out[blockIdx.x * blockDim.x + t] = s[t]; // race: read-write s @byte
}
