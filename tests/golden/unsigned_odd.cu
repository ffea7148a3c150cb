// What the upper half of an unsigned type makes of a kernel: the condition says which half that is.
// expect: upper_short race=unproved
__global__ void upper_short(int *a, unsigned short n) {
  int i = threadIdx.x;
  if (i < 9 && blockIdx.x == 0)
    a[n < 40000 ? i : 0] = i; // race: write-write a [warning]; unproved: race needs-precondition n <= 32767
}

// expect: upper race=unproved
__global__ void upper(int *a, unsigned n) {
  int i = threadIdx.x;
  if (i < 9 && blockIdx.x == 0)
    a[n < 3000000000u ? i : 0] = i; // race: write-write a [warning]; unproved: race needs-precondition n <= 2147483647
}

// The same of a signed number.
// expect: below_zero race=unproved
__global__ void below_zero(int *a, int n) {
  int i = threadIdx.x;
  if (i < 9 && blockIdx.x == 0)
    a[n > -5 ? i : 0] = i; // race: write-write a [warning]; unproved: race needs-precondition n >= 0
}
