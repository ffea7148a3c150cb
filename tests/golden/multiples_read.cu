// What a remainder says of a parameter: of the number that is divided, signed or unsigned, not of the other one.

// -1 as an unsigned number is a multiple of 3.
// expect: read_unsigned race=refuted|unproved
__global__ void read_unsigned(int *a, int n) {
  if ((unsigned)n % 3u == 0 && n / 3 * 3 != n)
    a[0] = threadIdx.x; // may-race: write-write a; may-unproved: race
}

// expect: unsigned_read_signed race=refuted|unproved
__global__ void unsigned_read_signed(int *a, unsigned n) {
  if ((int)n % 3 == 0 && n / 3 * 3 != n)
    a[0] = threadIdx.x; // may-race: write-write a; may-unproved: race
}

// expect: unsigned_read race=proved
__global__ void unsigned_read(int *a, unsigned n) {
  if (n % 3 == 0 && n / 3 * 3 != n)
    a[0] = threadIdx.x;
}
