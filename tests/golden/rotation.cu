// Buffers and indices that are passed on in a circle of three, one step in each iteration.

// expect: pointers race=proved
__global__ void pointers(int *out, int n) {
  __shared__ int p[256], q[256], r[256];
  int *x = p, *y = q, *z = r;
  int t = threadIdx.x;
  if (t < 256)
    x[t] = y[t] = t;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (t < 256)
      z[t] = x[(t + 1) & 255] + y[(t + 2) & 255];
    __syncthreads();
    int *w = x;
    x = y;
    y = z;
    z = w;
  }
  if (t < 256)
    out[blockIdx.x * 256 + t] = y[t];
}

// expect: pointers_racy race=refuted
__global__ void pointers_racy(int *out, int n) {
  __shared__ int p[256], q[256], r[256];
  int *x = p, *y = q, *z = r;
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (t < 256)
      z[t] = x[(t + 1) & 255] + z[(t + 2) & 255]; // race: read-write p; race: read-write q; race: read-write r
    __syncthreads();
    int *w = x;
    x = y;
    y = z;
    z = w;
  }
  if (t < 256)
    out[blockIdx.x * 256 + t] = y[t];
}

// expect: indices race=proved
__global__ void indices(int *out, int n) {
  __shared__ int s[3][256];
  int t = threadIdx.x, a = 0, b = 1, c = 2;
  for (int i = 0; i < n; i++) {
    if (t < 256)
      s[c][t] = s[a][(t + 1) & 255] + s[b][(t + 2) & 255];
    int w = a;
    a = b;
    b = c;
    c = w;
    __syncthreads();
  }
  if (t < 256)
    out[blockIdx.x * 256 + t] = s[b][t];
}

// The third buffer is missing: what is written was read in the iteration before, with no barrier in between.
// expect: indices_racy race=refuted
__global__ void indices_racy(int *out, int n) {
  __shared__ int s[3][256];
  int t = threadIdx.x, a = 0, b = 1, c = 1;
  for (int i = 0; i < n; i++) {
    if (t < 256)
      s[c][t] = s[a][(t + 1) & 255] + s[b][(t + 2) & 255]; // race: read-write s
    int w = a;
    a = b;
    b = c;
    c = w;
    __syncthreads();
  }
  if (t < 256)
    out[blockIdx.x * 256 + t] = s[b][t];
}

// Stages of a pipeline: what is read after the barrier is overwritten two iterations later; one barrier in each.
// expect: stages race=proved
__global__ void stages(const int *in, int *out, int n) {
  __shared__ int s[3 * 256];
  int t = threadIdx.x, sum = 0;
  int *now = s, *next = s + 256, *last = s + 512;
  for (int i = 0; i < n; i++) {
    if (t < 256)
      last[t] = in[i];
    __syncthreads();
    sum += next[(t + 1) & 255];
    int *w = now;
    now = next;
    next = last;
    last = w;
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

// One iteration later, by a thread that is ahead.
// expect: stages_racy race=refuted
__global__ void stages_racy(const int *in, int *out, int n) {
  __shared__ int s[3 * 256];
  int t = threadIdx.x, sum = 0;
  int *now = s, *next = s + 256, *last = s + 512;
  for (int i = 0; i < n; i++) {
    if (t < 256)
      last[t] = in[i]; // @ahead
    __syncthreads();
    sum += now[(t + 1) & 255]; // race: read-write s @ahead
    int *w = now;
    now = next;
    next = last;
    last = w;
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}
