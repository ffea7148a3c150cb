// An exit in a loop's body, which no counter decides: what stands before it is executed in later iterations only if it was not taken.
// RUN: check --only=race,bounds --block=32 --grid=1 --extent=a=32

// The loop ends in its first iteration.
// expect: once bounds=proved race=proved
__global__ void once(int *a, int n) {
  for (int i = 0; i <= n; i++) {
    a[threadIdx.x + i * 32] = 1;
    if (threadIdx.x % 4 * 2 < 8) break;
  }
}

// It goes on where c is positive.
// expect: while_positive bounds=refuted race=proved
__global__ void while_positive(int *a, int n, int c) {
  int i = 0;
  while (n > 0) {
    a[threadIdx.x + 32 * i++] = 1; // bounds: a
    if (c <= 0) break;
  }
}

// It does not, as c is not.
// expect: never_again bounds=proved race=proved
__global__ void never_again(int *a, int n, int c) {
  int i = 0;
  if (c > 0) return;
  while (n > 0) {
    a[threadIdx.x + 32 * i++] = 1;
    if (c <= 0) break;
  }
}
