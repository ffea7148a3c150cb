__global__ void one_line(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; } // expect: one_line race=proved
