// A product of ints becomes 0 only by an overflow, which C leaves undefined; one of unsigned numbers may.
// expect: doubled_signed race=unproved
__global__ void doubled_signed(int *a, int n) {
  int x = 1;
  for (int i = 0; i < n && i < 40; i++)
    x *= 2;
  if (x == 0)
    a[0] = threadIdx.x; // race: write-write a [warning]; unproved: race data-dependent
}

// expect: doubled_unsigned race=refuted
__global__ void doubled_unsigned(int *a, int n) {
  unsigned x = 1;
  for (int i = 0; i < n && i < 40; i++)
    x *= 2;
  if (x == 0)
    a[0] = threadIdx.x; // race: write-write a
}
