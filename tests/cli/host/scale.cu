#include "scale.h"
__global__ void twice(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
void scale(int *a, int n) { twice<<<n / 256, 256>>>(a); }
