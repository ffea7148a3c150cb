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

// Multiples of 3 go up to 2^63.
// expect: read_wide race=refuted|unproved
__global__ void read_wide(int *a, long n) {
  if (n % 3 == 0 && n / 2 > 2400000000000000000L)
    a[0] = threadIdx.x; // may-race: write-write a [*]; may-unproved: race
}

// expect: read_wide_unsigned race=refuted|unproved
__global__ void read_wide_unsigned(int *a, unsigned long n) {
  if (n % 3 == 0 && n / 4 > 2400000000000000000UL)
    a[0] = threadIdx.x; // may-race: write-write a [*]; may-unproved: race
}

// expect: read_wide_twice race=proved
__global__ void read_wide_twice(int *a, long n) {
  if (n % 3 == 0 && n > 2400000000000000000L && n < 2400000000000000000L)
    a[0] = threadIdx.x;
}
