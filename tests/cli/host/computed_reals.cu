// Floating-point numbers that the program computes are not any number.
#include <cstdlib>

__global__ void scaled(int *a, float r) {
  if (r > 0)
    a[threadIdx.x] = 1;
  else
    a[0] = threadIdx.x;
}

__global__ void given(int *a, float r) {
  if (r > 0)
    a[threadIdx.x] = 1;
  else
    a[0] = threadIdx.x;
}

__global__ void always(int *a, float r) {
  a[0] = threadIdx.x + (int)r;
}

// Known numbers are those numbers in runs, too.
__global__ void known(float *a, float x, double y) {
  a[(int)x + (int)y] = 1;
}

__global__ void known_beyond(float *a, float x, double y) {
  a[(int)x + (int)y] = 1;
}

void launch_known() {
  float *a;
  cudaMalloc(&a, 4 * sizeof(float));
  known<<<1, 1>>>(a, 2.0f, 1.0);
  known_beyond<<<1, 1>>>(a, 2.0f, 2.0);
}

int main(int, char **v) {
  int n = atoi(v[1]);
  if (n < 1)
    return 1;
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  scaled<<<1, 256>>>(a, 1.0f / n);
  always<<<1, 256>>>(a, 1.0f / n);
  launch_known();
  given<<<1, 256>>>(a, atof(v[2]));
  return cudaDeviceSynchronize();
}
