// Textures of a CUDA array, or of another allocation, are none of the memory that the kernel writes.
#include <cstring>

__global__ void read(float *a, cudaTextureObject_t t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = tex1D<float>(t, i + 0.5f);
}

int main() {
  float *a, *b;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMalloc(&a, 1024 * sizeof(float));
  cudaMalloc(&b, 1024 * sizeof(float));
  cudaMallocArray(&array, &format, 1024, 0);
  cudaResourceDesc of;
  cudaTextureDesc how;
  memset(&of, 0, sizeof of);
  memset(&how, 0, sizeof how);
#ifdef LINEAR
  of.resType = cudaResourceTypeLinear;
  of.res.linear.devPtr = LINEAR;
#else
  of.resType = cudaResourceTypeArray;
  of.res.array.array = array;
#endif
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &of, &how, NULL);
  read<<<4, 256>>>(a, texture, 1024);
  return cudaDeviceSynchronize();
}
