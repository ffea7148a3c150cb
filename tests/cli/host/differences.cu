// Nothing is claimed of differences, whatever is done to their bits; and no number is claimed to be positive that the program lets be negative.
#include <algorithm>
#include <cstdlib>

__global__ void masked(float *a, int n, int start) {
  int i = start + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

__global__ void least(float *a, int n, int start) {
  int i = start + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

__global__ void bounded(float *a, int n, int start) {
  int i = start + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

__global__ void rounded(float *a, int n) {
  int i = threadIdx.x;
  if (i < n)
    a[i] = 1;
}

__global__ void whole(float *a, int n, int start) {
  int i = start + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), lo = atoi(argv[2]), halo = atoi(argv[3]), low = atoi(argv[4]);
  if (n < 1 || n > 1000 || lo < 0 || lo >= n || halo < 0 || halo > 100 || low < -100)
    return 1;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  masked<<<10, 256>>>(a, n, (lo - halo) & ~31);
  least<<<10, 256>>>(a, n, std::min(lo - halo, n) & ~7);
  bounded<<<10, 256>>>(a, n, low & ~31);
  rounded<<<1, 1024>>>(a, -((-n) & ~7));
  whole<<<10, 256>>>(a, n, lo & ~31);
  return cudaDeviceSynchronize();
}
