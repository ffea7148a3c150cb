// Every header that programs include resolves, in one file, beside the standard library and host code.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_gl_interop.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cusparse.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <math_constants.h>
#include <nvrtc.h>
#include <nvtx3/nvToolsExt.h>
#include <sm_20_atomic_functions.h>
#include <sm_35_intrinsics.h>
#include <texture_types.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <vector_functions.h>
#include <vector_types.h>
__global__ void kernel(float *f, cuComplex *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f[i] = std::max(f[i], CUDART_PI_F) + std::min(i, 3);
  z[i] = cuCmulf(z[i], make_cuComplex(1, 2));
}
int main() {
  std::vector<float> host(64);
  std::sort(host.begin(), host.end());
  thrust::device_vector<float> device(host);
  thrust::sort(device.begin(), device.end());
  float sum = thrust::reduce(device.begin(), device.end());
  kernel<<<1, 64>>>(thrust::raw_pointer_cast(device.data()), nullptr, 64);
  checkCudaErrors(cudaDeviceSynchronize());
  cublasHandle_t handle;
  cublasCreate(&handle);
  CUdevice cu;
  cuDeviceGet(&cu, 0);
  cudaEvent_t start;
  cudaEventCreate(&start);
  cudaEventRecord(start, 0);
  std::cout << cudaGetErrorString(cudaGetLastError()) << std::string("x") << sum << std::sqrt(2.0) << std::endl;
  return EXIT_SUCCESS;
}
