// A number is taken apart by parameters and put together in another order.
// expect: unpermute_free race=proved
// assume: gridDim.x * blockDim.x
__global__ void unpermute_free(const float *in, float *out, int B, int N, int NH, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * NH * N * d) {
    int b = i / (NH * N * d), rest = i % (NH * N * d);
    int h = rest / (N * d);
    rest = rest % (N * d);
    int n = rest / d, e = rest % d;
    out[b * NH * N * d + n * NH * d + h * d + e] = in[i];
  }
}

// x / (d * e) and x / d % e; a row up to a digit, and a whole one.
// expect: rows_free race=proved
__global__ void rows_free(float *a, int B, int T, int NH) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * NH) {
    int h = i % NH, t = i / NH % T, b = i / (NH * T);
    float *row = a + b * NH * T * T + h * T * T + t * T;
    for (int k = 0; k <= t; k++)
      row[k] = 1;
    for (int k = 0; k < T; k++)
      row[k] *= 2;
  }
}

// expect: rows_racy race=refuted
__global__ void rows_racy(float *a, int B, int T, int NH) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * NH) {
    int h = i % NH, t = i / NH % T, b = i / (NH * T);
    float *row = a + b * NH * T * T + h * T * T + t * T;
    for (int k = 0; k <= t + 1; k++)
      row[k] = threadIdx.x; // race: write-write a
  }
}

// A share of C that need not divide it.
// expect: heads_free race=proved
__global__ void heads_free(float *a, int B, int T, int C, int NH) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * NH) {
    int h = i % NH, t = i / NH % T, b = i / (NH * T), size = C / NH;
    for (int k = 0; k < size; k++)
      a[b * T * C + t * C + h * size + k] = 0;
  }
}

// expect: heads_racy race=refuted
__global__ void heads_racy(float *a, int B, int T, int C, int NH) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * NH) {
    int h = i % NH, t = i / NH % T, b = i / (NH * T), size = C / NH;
    for (int k = 0; k <= size; k++)
      a[b * T * C + t * C + h * size + k] = threadIdx.x; // race: write-write a
  }
}

// Nothing says that n is not 0: then x % n is x, and x / n is -1 for all threads.
// expect: unguarded_free race=proved
// assume: gridDim.x * blockDim.x
__global__ void unguarded_free(unsigned *a, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0)
    a[i / n * n + i % n] = i;
}

// expect: unguarded_racy race=refuted
__global__ void unguarded_racy(unsigned *a, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i % n] = i; // race: write-write a
}
