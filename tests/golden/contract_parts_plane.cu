// Two parts of one array for the threads of a block in a plane, whichever axis they are numbered along.

// expect: by_x race=unproved
__global__ void by_x(int *out, const int *in) {
  __shared__ int a[2048];
  int *low = a, *high = a + 512;
  int local = threadIdx.y * blockDim.x + threadIdx.x;
  low[local] = in[local]; // @low; unproved: race needs-precondition blockDim.x * blockDim.y <= 512
  high[local] = -1;       // race: write-write a @low [warning]
  __syncthreads();
  out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = high[local] + low[local];
}

// expect: by_y race=unproved
__global__ void by_y(int *out, const int *in) {
  __shared__ int a[2048];
  int *low = a, *high = a + 512;
  int local = threadIdx.x * blockDim.y + threadIdx.y;
  low[local] = in[local]; // @lower; unproved: race needs-precondition blockDim.x * blockDim.y <= 512
  high[local] = -1;       // race: write-write a @lower [warning]
  __syncthreads();
  out[(blockIdx.x * blockDim.x + threadIdx.x) * blockDim.y + threadIdx.y] = high[local] + low[local];
}

// One element further is no part.
// expect: by_y_racy race=refuted
__global__ void by_y_racy(int *out, const int *in) {
  __shared__ int a[2048];
  int local = threadIdx.x * blockDim.y + threadIdx.y;
  a[local] = in[local]; // @one
  a[local + 1] = -1;    // race: write-write a @one
}
