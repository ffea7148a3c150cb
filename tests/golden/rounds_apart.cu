// Between two accesses in different rounds of a loop lie the round after the first and the one before the second.
// expect: before_second_free race=proved
__global__ void before_second_free(int *out, int n) {
  __shared__ int s[1024];
  int i = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (k % 4 == 0) {
      __syncthreads();
      s[i] = k;
    }
    if (k % 4 == 2)
      __syncthreads();
    if (k % 4 == 3)
      out[blockIdx.x * blockDim.x + i] += s[(i + 1) % blockDim.x];
  }
}

// expect: before_second_racy race=refuted
__global__ void before_second_racy(int *out, int n) {
  __shared__ int s[1024];
  int i = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (k % 4 == 0) {
      __syncthreads();
      s[i] = k; // @write
    }
    if (k % 4 == 2)
      __syncthreads();
    if (k % 4 == 1)
      out[blockIdx.x * blockDim.x + i] += s[(i + 1) % blockDim.x]; // race: read-write s @write
  }
}

// Which round has the barrier is not looked at further: unproved, and why is said.
// expect: in_the_middle race=unproved
__global__ void in_the_middle(int *out, int n) {
  __shared__ int s[1024];
  int i = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (k % 8 == 0) {
      __syncthreads();
      s[i] = k; // @middle ; unproved: race data-dependent
    }
    if (k % 8 == 3)
      __syncthreads();
    if (k % 8 == 6)
      out[blockIdx.x * blockDim.x + i] += s[(i + 1) % blockDim.x]; // may-race: read-write s @middle
  }
}

// expect: in_the_last race=unproved
__global__ void in_the_last(int *out, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x; // @last ; unproved: race data-dependent
  for (int k = 0; k < 10; k++)
    if (k == 9)
      __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x]; // may-race: read-write s @last
}

// A thread in a later round went on from the round in which the other one left the loop.
// expect: two_exits_free race=proved
__global__ void two_exits_free(int *out, int n, int m) {
  __shared__ int s[1024];
  int i = threadIdx.x, k = 0;
  while (true) {
    s[i] = k;
    if (k == n)
      break;
    __syncthreads();
    out[blockIdx.x * blockDim.x + i] = s[(i + 1) % blockDim.x];
    if (k == m)
      break;
    __syncthreads();
    k++;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + i] = s[i ^ 1];
}

// expect: two_exits_racy race=refuted
__global__ void two_exits_racy(int *out, int n, int m) {
  __shared__ int s[1024];
  int i = threadIdx.x, k = 0;
  while (true) {
    s[i] = k; // @exits
    if (k == n)
      break;
    __syncthreads();
    out[blockIdx.x * blockDim.x + i] = s[(i + 1) % blockDim.x];
    if (k == m)
      break;
    __syncthreads();
    k++;
  }
  out[blockIdx.x * blockDim.x + i] = s[i ^ 1]; // race: read-write s @exits
}

// So it did where the test is of a value that the block shares.
// expect: voted_free race=proved
__global__ void voted_free(int *a) {
  __shared__ int s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (true) {
    s[threadIdx.x] = a[i];
    int any = __syncthreads_or(a[i] > 3), v = s[(threadIdx.x + 1) % blockDim.x];
    if (!any)
      break;
    a[i] = v - 1;
    __syncthreads();
  }
}

// expect: voted_racy race=refuted
__global__ void voted_racy(int *a) {
  __shared__ int s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (true) {
    s[threadIdx.x] = a[i]; // @voted
    int any = __syncthreads_or(a[i] > 3), v = s[(threadIdx.x + 1) % blockDim.x]; // race: read-write s @voted
    a[i] = v - 1;
    if (!any)
      break;
  }
}
