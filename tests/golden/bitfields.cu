// Bit-fields of one byte are one memory location.
struct nibbles { unsigned char low : 4, high : 4; };

// expect: nibbles_free race=proved
__global__ void nibbles_free(struct nibbles *p) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].low = 1;
  p[i].high = 2;
}

// expect: nibbles_racy race=refuted
__global__ void nibbles_racy(struct nibbles *p) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)
    p[i / 2].low = 1; // race: read-write p @high; may-race: write-write p @high
  else
    p[i / 2].high = 2; // @high
}
