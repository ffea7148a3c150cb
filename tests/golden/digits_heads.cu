// Digits by divisors that divide each other: of three matrices side by side, rows of heads.

// expect: heads_first race=proved
__global__ void heads_first(float *out, int rows, int heads, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = heads * size;
  if (i >= rows * n)
    return;
  int row = i / n, head = i % n / size, x = i % size;
  out[(head * rows + row) * size + x] = i;
}

// expect: heads_racy race=refuted
__global__ void heads_racy(float *out, int rows, int heads, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = heads * size;
  if (i >= rows * n)
    return;
  int row = i / n, head = i % n / size, x = i % size / 2;
  out[(head * rows + row) * size + x] = i; // race: write-write out
}

// expect: three race=proved
__global__ void three(float *out, int rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * 3 * n)
    return;
  int row = i / (3 * n), part = i % (3 * n) / n, x = i % n;
  out[(part * rows + row) * n + x] = i;
}

// Four parts, of which rows have three.
// expect: three_racy race=refuted
__global__ void three_racy(float *out, int rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * 4 * n)
    return;
  int row = i / (3 * n), part = i % (3 * n) / n, x = i % n;
  out[(part * rows + row) * n + x] = i; // race: write-write out
}

// Queries, keys and values of a batch, each with its heads first.
// expect: batch_heads race=proved
__global__ void batch_heads(float *out, const float *in, int batch, int seq, int heads, int size) {
  int n = heads * size;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < batch * seq * 3 * n; i += gridDim.x * blockDim.x) {
    int b = i / (seq * 3 * n), row = i / (3 * n) % seq, part = i % (3 * n) / n, head = i % n / size, x = i % size;
    out[part * batch * seq * n + ((b * heads + head) * seq + row) * size + x] = in[i];
  }
}
