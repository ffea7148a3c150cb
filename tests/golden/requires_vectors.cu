// RUN: check --only=race --requires=C%8==0 --requires=blockDim.x<=32
// Rows of vectors where the length is known to be a multiple (contract_vectors).
struct alignas(16) vector { short v[8]; };
extern __shared__ vector rows[];

// expect: times race=proved
__global__ void times(const short *in, int C) {
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    rows[threadIdx.y * C / 8 + c / 8] = *(const vector *)(in + c);
}

// expect: times_signed race=proved
__global__ void times_signed(const short *in, int C) {
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    rows[(int)threadIdx.y * C / 8 + c / 8] = *(const vector *)(in + c);
}

// expect: times_unsigned race=proved
__global__ void times_unsigned(const short *in, unsigned C) {
  for (unsigned c = threadIdx.x * 8; c < C; c += 32 * 8)
    rows[threadIdx.y * C / 8 + c / 8] = *(const vector *)(in + c);
}

// expect: lengths race=proved
// assume: (C / 8) >= 0
__global__ void lengths(const short *in, int C) {
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    rows[threadIdx.y * (C / 8) + c / 8] = *(const vector *)(in + c);
}

// expect: halves race=refuted
__global__ void halves(const short *in, int C) {
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    rows[threadIdx.y * (C / 16) + c / 8] = *(const vector *)(in + c); // race: write-write rows
}
