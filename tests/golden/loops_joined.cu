// Loops whose test is made in several blocks, and loops that are tested behind their body: exits that last, joined by
// "and" and "or", last.
// expect: either race=refuted
__global__ void either(int *a, int n, int m) {
  for (int i = 0; i < n || i < m; i++)
    a[i] = (int)threadIdx.x; // race: write-write a typed
}

// expect: both race=refuted
__global__ void both(int *a, int n, int m) {
  for (int i = 0; i < n && i < m; i++)
    a[i] = (int)threadIdx.x; // race: write-write a typed
}

// expect: chosen race=refuted
__global__ void chosen(int *a, int n, int m, bool first) {
  for (int i = 0; first ? i < n : i < m; i++)
    a[i] = (int)threadIdx.x; // race: write-write a
}

// expect: behind race=refuted
__global__ void behind(int *a, int n) {
  int i = 0;
  do {
    a[i] = (int)threadIdx.x; // race: write-write a typed
    i++;
  } while (i < n);
}

// The loop goes round for the thread's own elements alone.
// expect: either_free race=proved
__global__ void either_free(int *a, int n, int m) {
  int most = n < m ? m : n;
  int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = 0; i < n || i < m; i++)
    a[row * most + i] = i;
}

// expect: either_long race=refuted
__global__ void either_long(int *a, int n, int m) {
  int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = 0; i < n || i < m; i++)
    a[row * n + i] = i; // race: write-write a [*]
}

// What stands between the two tests is done in the iteration that leaves the loop, too.
// expect: between race=refuted
__global__ void between(int n, int m) {
  __shared__ int s[1];
  int i = 0;
  while (i < n || (s[0] = (int)threadIdx.x, i < m)) // race: write-write s
    i++;
}

// It is done in an iteration only that is begun: in round 0, or where the iteration before went on.
// expect: begun race=proved
__global__ void begun(int n) {
  __shared__ int s[64];
  int i = 0;
  if (n > 0 && n <= 64 && blockDim.x == 1) {
    do {
      s[i] = i;
      i++;
    } while (i < n);
  }
}

// The second test holds again after it failed: a later iteration does not follow.
// expect: again race=refuted
__global__ void again(int *a, int n) {
  for (int i = 0; i < n && (i & 4) == 0; i++)
    a[i] = (int)threadIdx.x; // race: write-write a
}
