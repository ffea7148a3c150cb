// Host code in the same file does not disturb the device side.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

// expect: scale_free race=proved
__global__ void scale_free(float *a, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] *= f;
}

// expect: scale_racy race=refuted
__global__ void scale_racy(float *a, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = f * a[n - 1 - i]; // race: read-write a
}

int main() {
  std::vector<float> host(1000, 1.0f);
  float *device = nullptr;
  if (cudaMalloc((void **)&device, host.size() * sizeof(float)) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  scale_free<<<4, 256>>>(device, 2.0f, 1000);
  dim3 grid(4), block(256);
  scale_racy<<<grid, block>>>(device, 2.0f, 1000);
  cudaDeviceSynchronize();
  cudaMemcpy(host.data(), device, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%f\n", host[0]);
  cudaFree(device);
  return EXIT_SUCCESS;
}
