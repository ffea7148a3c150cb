// CUDA-CNN declares an atomicAdd of doubles, which devices have had since.
static __device__ float cuda_cnn_add(float *at, float value) {
  return atomicAdd(at, value);
}
#define atomicAdd cuda_cnn_add
#include <common/cuBase.cu>
