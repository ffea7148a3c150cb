// A barrier in more than seven loops: the order of its rounds is not told.
#define SEVEN for (int b = 0; b < n; b++) for (int c = 0; c < n; c++) for (int d = 0; d < n; d++) \
    for (int e = 0; e < n; e++) for (int f = 0; f < n; f++) for (int g = 0; g < n; g++) for (int h = 0; h < n; h++)

// expect: seven race=proved
__global__ void seven(int *a, int n) {
  __shared__ int s[1024];
  SEVEN {
    s[threadIdx.x] = b;
    __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}

// expect: eight race=unproved
__global__ void eight(int *a, int n) {
  __shared__ int s[1024];
  for (int k = 0; k < n; k++) SEVEN {
    s[threadIdx.x] = b; // unproved: race barrier-in-loop
    __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; // unproved: race barrier-in-loop
    __syncthreads();
  }
}
