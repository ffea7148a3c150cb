// Bytes of a structure that is passed by value, read in several ways: they are the same bytes.

union number {
  unsigned long long all;
  struct {
    unsigned low, high;
  } half;
};
// expect: halves race=proved
__global__ void halves(int *a, number u) {
  if (u.all < 4294967296ull && blockIdx.x == 0)
    a[u.half.high == 0 ? threadIdx.x : 0] = threadIdx.x;
}

// expect: halves_racy race=refuted
__global__ void halves_racy(int *a, number u) {
  if (u.all <= 4294967296ull && blockIdx.x == 0)
    a[u.half.high == 0 ? threadIdx.x : 0] = threadIdx.x; // race: write-write a
}

// The upper half may be anything; whether it is meant to be negative nobody says.
// expect: upper race=unproved
__global__ void upper(int *a, number u) {
  if (u.all > 0xf000000000000000ull && blockIdx.x == 0)
    a[u.half.high >= 0xf0000000u && u.half.low == 5 ? 0 : threadIdx.x] = threadIdx.x; // race: write-write a [warning]
}

// expect: upper_apart race=proved
__global__ void upper_apart(int *a, number u) {
  if (u.all > 0xf000000000000000ull && blockIdx.x == 0)
    a[u.half.high < 0xf0000000u && u.half.low == 5 ? 0 : threadIdx.x] = threadIdx.x;
}

// Two numbers, copied as one word.
struct __align__(8) pair {
  int x, y;
};
// expect: word race=proved
__global__ void word(int *a, pair p) {
  unsigned long long w = *(unsigned long long *)&p;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (int)w && (int)(w >> 32) == 7)
    a[p.y == 7 ? i : 0] = i;
}

// expect: word_racy race=refuted
__global__ void word_racy(int *a, pair p) {
  unsigned long long w = *(unsigned long long *)&p;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (int)w && (int)(w >> 32) == 7)
    a[p.x == 7 ? 0 : i] = i; // race: write-write a
}

// Numbers that overlap by half.
struct bytes {
  unsigned char b[8];
};
// expect: overlapping race=proved
__global__ void overlapping(int *a, bytes s) {
  unsigned first = *(unsigned *)&s.b[0];
  unsigned short second = *(unsigned short *)&s.b[2];
  if (first == 0x12345678 && blockIdx.x == 0)
    a[second == 0x1234 ? threadIdx.x : 0] = threadIdx.x;
}

// expect: overlapping_racy race=refuted
__global__ void overlapping_racy(int *a, bytes s) {
  unsigned first = *(unsigned *)&s.b[0];
  unsigned short second = *(unsigned short *)&s.b[2];
  if (first == 0x12345678 && blockIdx.x == 0)
    a[second == 0x5678 ? threadIdx.x : 0] = threadIdx.x; // race: write-write a
}

// A float and its bits.
union real {
  float f;
  unsigned bits;
};
// expect: bits race=proved
__global__ void bits(int *a, real r) {
  if (r.bits == 0 && blockIdx.x == 0)
    a[__float_as_uint(r.f) == 0 ? threadIdx.x : 0] = threadIdx.x;
}

// expect: bits_racy race=refuted
__global__ void bits_racy(int *a, real r) {
  if (r.bits == 1 && blockIdx.x == 0)
    a[__float_as_uint(r.f) == 0 ? threadIdx.x : 0] = threadIdx.x; // race: write-write a
}
