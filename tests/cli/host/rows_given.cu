// Rows of a pitch, of which host code tells all that a proof needs.
#include <cstdlib>

__global__ void rows(float *a, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    ((float *)((char *)a + y * pitch))[x] = 1;
}
int main(int argc, char **argv) {
  int w = atoi(argv[1]), h = atoi(argv[2]);
  float *a;
  size_t pitch;
  cudaMallocPitch(&a, &pitch, w * sizeof(float), h);
  rows<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(a, pitch, w, h);
  return cudaDeviceSynchronize();
}
