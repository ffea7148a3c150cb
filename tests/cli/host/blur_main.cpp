#include <cuda_runtime.h>
#include <cstdlib>
#ifdef __CUDACC__
#error "nvcc hands this file on to the C++ compiler"
#endif
void run(float *out, const float *in, int n);
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *in, *out;
  cudaMalloc((void **)&in, n * sizeof(float));
  cudaMalloc((void **)&out, n * sizeof(float));
  run(out, in, n);
}
