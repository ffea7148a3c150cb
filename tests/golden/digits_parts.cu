// Digits in another order, a digit that is a constant, and numbers put together again.

// Which of three parts is a digit between others.
// expect: parts_free race=proved
// assume: gridDim.x * blockDim.x
__global__ void parts_free(float *a, int B, int N, int H, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * H * N * d) {
    int b = i / (H * N * d), rest = i % (H * N * d), h = rest / (N * d);
    rest = rest % (N * d);
    int n = rest / d, at = b * N * 3 * H * d + n * 3 * H * d + h * d + rest % d;
    a[at] += 1;
    a[at + H * d] += 2;
    a[at + 2 * (H * d)] += 3;
  }
}

// expect: parts_racy race=refuted
__global__ void parts_racy(float *a, int rows, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * d) {
    for (int part = 0; part < 3; part++)
      a[i / d * 2 * d + part * d + i % d] = threadIdx.x; // race: write-write a
  }
}

// All digits of a number are remainders, the last one of a number that is smaller.
// expect: permuted_free race=proved
__global__ void permuted_free(float *a, int n1, int n2, int n3, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n1 * n2 * n3 * n4) {
    int i1 = i / (n2 * n3 * n4) % n1, i2 = i / (n3 * n4) % n2, i3 = i / n4 % n3, i4 = i % n4;
    a[i4 * (n3 * n1 * n2) + i3 * (n1 * n2) + i1 * n2 + i2] = i;
  }
}

// Without the guard the first digit starts again.
// expect: permuted_racy race=refuted
__global__ void permuted_racy(float *a, int n1, int n2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n1 > 0 && n2 > 0)
    a[i % n2 * n1 + i / n2 % n1] = i; // race: write-write a
}

// A row and a column of a triangle: the lowest digit alone tells threads apart.
// expect: triangle_free race=proved
__global__ void triangle_free(float *a, int B, int H, int T) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < T)
    for (int b = 0; b < B; b++)
      for (int h = 0; h < H; h++)
        for (int t = i; t < T; t++)
          a[b * H * T * T + h * T * T + t * T + i] = threadIdx.x;
}

// expect: triangle_racy race=refuted
__global__ void triangle_racy(float *a, int T) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= T)
    for (int t = 0; t < T; t++)
      a[t * T + i] = threadIdx.x; // race: write-write a
}

// Quotients and remainders that make up the number again: whatever n is, each thread has its own 16 bytes.
// expect: whole_free race=proved
__global__ void whole_free(short *a, int rows, int n, int C) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (i < rows * n * C) {
    int row = i / C, b = row / n, t = row % n;
    *(int4 *)(a + b * n * C + t * C + i % C) = make_int4(i, i + 1, i + 2, i + 3);
  }
}

// expect: whole_racy race=refuted
__global__ void whole_racy(short *a, int rows, int C) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (i < rows * C && C > 8)
    *(int4 *)(a + i / C * (C - 8) + i % C) = make_int4(i, i + 1, i + 2, i + 3); // race: write-write a
}

// A remainder of what may be negative is not a digit.
// expect: negative_racy race=refuted
__global__ void negative_racy(int *a, int n) {
  int i = (int)threadIdx.x - 3;
  if (n > 4)
    a[i / n * n + (i % n + n) % n] = threadIdx.x; // race: write-write a
}

// Cells of 12 bytes, written in parts.
struct point {
  float x, y, z;
};

// expect: cells_free race=proved
__global__ void cells_free(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  struct point *p = (struct point *)(a + 3 * i);
  if (i < n) {
    *p = (struct point){1, 2, 3};
    p->y += p->z;
  }
}

// expect: cells_racy race=refuted
__global__ void cells_racy(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  struct point *p = (struct point *)(a + 2 * i);
  if (i < n)
    *p = (struct point){(float)i, 2, 3}; // race: write-write a
}

// Digits by subtraction of the ones below, as generated code has it.
// expect: peeled race=proved
// assume: gridDim.x * blockDim.x
__global__ void peeled(int *out, int N, int M, int B) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < B * N * M; x += blockDim.x * gridDim.x) {
    int k = x % M, j = (x - k) / M % N, i = (x - M * j - k) / (N * M);
    out[N * M * i + M * j + k] = x;
  }
}

// The highest digit is that of another number.
// expect: peeled_racy race=refuted
__global__ void peeled_racy(int *out, int N, int M, int B) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < B * N * M) {
    int k = x % M, j = (x - k) / M % N, i = (x - k) / (N * M) / 2;
    out[N * M * i + M * j + k] = x; // race: write-write out
  }
}

// Without the remainder by another size there is something left.
// expect: other_racy race=refuted
__global__ void other_racy(int *out, int N, int M) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < N * M && M > 2) {
    int j = (x - x % N) / M;
    out[M * j + x % M] = x; // race: write-write out
  }
}
