// Of the claims before a place the first 64 are used.
#define CLAIM(k) __builtin_assume(i != 500 + k);
#define EIGHT(k) CLAIM(k) CLAIM(k + 1) CLAIM(k + 2) CLAIM(k + 3) CLAIM(k + 4) CLAIM(k + 5) CLAIM(k + 6) CLAIM(k + 7)
#define MOST EIGHT(0) EIGHT(8) EIGHT(16) EIGHT(24) EIGHT(32) EIGHT(40) EIGHT(48) EIGHT(56)

// expect: within race=proved
__global__ void within(int *a, int n) {
  int i = threadIdx.x;
  EIGHT(0)
  __builtin_assume(i < n);
  if (i >= n)
    a[0] = i;
}

// expect: beyond race=unproved
__global__ void beyond(int *a, int n) {
  int i = threadIdx.x;
  MOST
  __builtin_assume(i < n);
  if (i >= n)
    a[0] = i; // race: write-write a [possible]; unproved: race not-replayed
}
