// That signed arithmetic does not overflow says something of those who execute it only.
// expect: taken_free race=proved
// assume: blockDim.x * n
__global__ void taken_free(int *a, int n) {
  int i = threadIdx.x;
  if (n > 10)
    i = (int)threadIdx.x * n;
  a[i] = threadIdx.x;
}

// A product that overflows in every block of four threads is not claimed not to: what a thread writes then is not known.
// expect: taken_racy race=unproved
__global__ void taken_racy(int *a, int n) {
  int i = threadIdx.x;
  if (n < 10)
    i = (int)(threadIdx.x + 1) * 0x40000000;
  a[i] = threadIdx.x; // may-race: write-write a [*]; may-unproved: race
}

// expect: not_taken race=unproved|refuted
__global__ void not_taken(int *a, int n) {
  int i = threadIdx.x / 2;
  if (n < 10)
    i = (int)(threadIdx.x + 1) * 0x40000000;
  a[i] = threadIdx.x; // may-race: write-write a; may-unproved: race
}

// What would be in the last round that there are bits for is computed by nobody.
// expect: all_starts race=unproved|refuted
__global__ void all_starts(int *a, int n) {
  for (int i = threadIdx.x + 1; i < n; i *= 2)
    a[i] = threadIdx.x; // may-race: write-write a; may-unproved: race
}
