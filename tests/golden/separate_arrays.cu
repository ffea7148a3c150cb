// Two shared arrays side by side: a race proof needs that accesses of one do not reach the other.
// RUN: check --only=race,divergence

// expect: apart race=unproved
__global__ void apart() {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1; // unproved: race needs-precondition accesses of 'a' stay inside it, and out of 'b', if blockDim.x <= 32
  b[threadIdx.x] = 2; // unproved: race needs-precondition accesses of 'b' stay inside it, and out of 'a', if blockDim.x <= 32
}

// expect: inside race=proved
__global__ void inside() {
  __shared__ int a[1024], b[1024];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
}

// One array alone: wherever its accesses go, they are apart.
// expect: alone race=proved
__global__ void alone(int *out) {
  __shared__ int a[32];
  a[threadIdx.x] = 1;
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x];
}

// What is only read does not conflict with what is only read.
// expect: only_read race=proved
__global__ void only_read(int *out) {
  __shared__ int a[32], b[32];
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

// Nothing is known of the index.
// expect: anywhere race=unproved
__global__ void anywhere(int *out, const int *in) {
  __shared__ int a[32], b[32];
  if (threadIdx.x < 32)
    a[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = b[in[threadIdx.x]]; // unproved: race needs-precondition in_range(in, 0, 32)
}

// A counter's number of steps is not bounded.
// expect: counted race=unproved
__global__ void counted(const int *in) {
  __shared__ int count;
  __shared__ int list[32];
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    list[atomicAdd(&count, 1)] = (int)threadIdx.x; // unproved: race
}

// The flag lies beside the array; who decides a barrier by it rests on nobody reaching it.
// expect: flagged race=unproved divergence=unproved
__global__ void flagged(int *out) {
  __shared__ int flag, a[32];
  if (threadIdx.x == 0)
    flag = 0;
  a[threadIdx.x] = 1; // unproved: race; unproved: divergence
  __syncthreads();
  if (flag)
    __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = flag;
}

// expect: flagged_inside race=proved divergence=proved
__global__ void flagged_inside(int *out) {
  __shared__ int flag, a[1024];
  if (threadIdx.x == 0)
    flag = 0;
  a[threadIdx.x] = 1;
  __syncthreads();
  if (flag)
    __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = flag;
}
