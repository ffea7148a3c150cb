// Pointers and indices that inner loops move on, by as much in each round of the outer loop.

// expect: rows race=proved
__global__ void rows(float *out, const float *a, int m, int n) {
  float *p = out + (blockIdx.x * blockDim.x + threadIdx.x) * m * n;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) *p++ = a[i * n + j];
}

// expect: index race=proved
__global__ void index(float *out, const float *a, int m, int n) {
  int p = (blockIdx.x * blockDim.x + threadIdx.x) * m * n;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) out[p++] = a[i * n + j];
}

// One element too many in each row.
// expect: overlap race=refuted
__global__ void overlap(float *out, int m, int n) {
  int p = (blockIdx.x * blockDim.x + threadIdx.x) * m * n;
  for (int i = 0; i < m; i++)
    for (int j = 0; j <= n; j++) out[p++] = threadIdx.x; // race: write-write out
}

// Three loops, and a step between them.
// expect: planes race=proved
__global__ void planes(float *out) {
  float *p = out + (blockIdx.x * blockDim.x + threadIdx.x) * 26;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 3; j++)
      for (int k = 4; k > 0; k--) *p++ = k;
    *p = 0;
    p++;
  }
}

// expect: planes_short race=refuted
__global__ void planes_short(float *out) {
  float *p = out + (blockIdx.x * blockDim.x + threadIdx.x) * 25;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 3; j++)
      for (int k = 4; k > 0; k--) *p++ = k; // race: write-write out @end
    *p = threadIdx.x; // @end
    p++;
  }
}

// Where the inner loop does not go round, p stays.
// expect: stays race=unproved
__global__ void stays(int *out, int n) {
  int p = 0;
  for (int i = 0; i < 4; i++) {
    if (n < 0 && i == 2 && threadIdx.x == 0) out[p] = 1; // race: write-write out @first [warning]; unproved: race needs-precondition
    for (int j = 0; j < n; j++) p++;
  }
  if (n < 0 && threadIdx.x == 1) out[0] = 2; // @first
}

// expect: by_three race=refuted
__global__ void by_three(int *out, int n) {
  int p = 0;
  for (int i = 0; i < 4; i++) {
    if (i == 2 && threadIdx.x == 0) out[p] = 1; // race: write-write out @third
    for (int j = 1; j < n; j += 3) p++;
  }
  if (n > 1 && threadIdx.x == 1) out[2 * ((n + 1) / 3)] = 2; // @third
}

// expect: beside race=proved
__global__ void beside(int *out, int n) {
  int p = 0;
  for (int i = 0; i < 4; i++) {
    if (n > 1 && i == 2 && threadIdx.x == 0) out[p] = 1;
    for (int j = 1; j < n; j += 3) p++;
  }
  if (n > 1 && threadIdx.x == 1) out[2 * ((n + 1) / 3) + 1] = 2;
}

// Left early: how often it goes round is not known.
// expect: early race=unproved
__global__ void early(int *out, const int *a, int n) {
  int p = 0;
  for (int i = 0; i < 4; i++) {
    if (i == 2 && threadIdx.x == 0) out[p] = 1; // race: write-write out @last [warning]; unproved: race data-dependent
    for (int j = 0; j < n && a[j] > 0; j++) p++;
  }
  if (threadIdx.x == 1) out[n + 1] = 2; // @last
}
