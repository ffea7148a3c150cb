#include "no_such_header.h"
__global__ void fill(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.y;
}
void run(int *a) {
    no_such_type t;
    fill<<<4, 256>>>(a);
}
