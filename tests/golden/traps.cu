// A trap ends the launch: who comes past it need not be told from who does not. A thread
// that leaves is another matter.
// expect: trap_free race=proved
__global__ void trap_free(int *a, int n) {
  __shared__ int s[1024];
  if ((int)threadIdx.x > n)
    __trap();
  s[threadIdx.x] = 1;
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

// expect: trap_racy race=refuted
__global__ void trap_racy(int *a, int n) {
  __shared__ int s[1024];
  if ((int)threadIdx.x > n)
    __trap();
  s[threadIdx.x] = 1; // @trapped
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; // race: read-write s @trapped
}

// What a thread does before its trap it has done.
// expect: report_racy race=refuted
__global__ void report_racy(int *error) {
  if (threadIdx.x < 5) {
    error[0] = (int)threadIdx.x; // race: write-write error
    __trap();
  }
}

// expect: report_free race=proved
__global__ void report_free(int *error) {
  if (threadIdx.x == 5) {
    error[0] = (int)threadIdx.x;
    __trap();
  }
}

// Nor is it excluded that the launch is one in which all threads trap.
// expect: launch_racy race=refuted
__global__ void launch_racy(int *error, int n) {
  if (n == 7) {
    error[0] = (int)threadIdx.x; // race: write-write error
    __trap();
  }
}

// expect: launch_free race=proved
__global__ void launch_free(int *error, int n) {
  if (n == 7) {
    __trap();
    error[0] = (int)threadIdx.x;
  }
  if (n == 7)
    error[0] = (int)threadIdx.x;
}

// expect: neighbour_racy race=refuted
__global__ void neighbour_racy(int *a) {
  if (threadIdx.x == 3) {
    a[4] = 1; // @neighbour
    __trap();
  }
  a[threadIdx.x] = (int)threadIdx.x; // race: write-write a @neighbour
}

// The thread itself does not come here.
// expect: neighbour_free race=proved
__global__ void neighbour_free(int *a) {
  if (threadIdx.x == 3) {
    a[3] = 1;
    __trap();
  }
  if (threadIdx.x == 3)
    a[4] = 1;
  a[threadIdx.x] = (int)threadIdx.x;
}

// A trap in a function of a constant.
__device__ void check(int x) {
  if (x > 3)
    __trap();
}

// expect: called_racy race=refuted
__global__ void called_racy(int *error, int n) {
  if (n == 7) {
    error[0] = (int)threadIdx.x; // race: write-write error
    check(5);
  }
}

// expect: called_free race=proved
__global__ void called_free(int *error, int n) {
  if (n == 7)
    check(5);
  if (n == 7)
    error[0] = (int)threadIdx.x;
}

// expect: barrier_before race=unproved divergence=refuted
__global__ void barrier_before(int *a) {
  if (threadIdx.x > 3) {
    __syncthreads(); // divergence: other-barrier @other ; may-divergence: * @other [*]
    __trap();
  }
  a[threadIdx.x] = 1;
  __syncthreads(); // @other
}
