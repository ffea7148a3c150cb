// What kernels store before a launch, and the kernel itself, is not any number.
#include <cstdlib>

struct control {
  int mode, rounds;
};

__device__ int done = 0;

__global__ void set_mode(int *mode) { *mode = 1; }

__global__ void by_mode(int *o, const int *mode) {
  if (*mode == 1)
    o[threadIdx.x] = threadIdx.x;
  else
    o[0] = threadIdx.x;
}

__global__ void by_control(float *y, control *c) {
  if (c->mode == 2)
    y[threadIdx.x] += 1;
  else if (c->mode == 3)
    y[threadIdx.x / 2] = threadIdx.x;
  if (threadIdx.x == 0)
    c->rounds++;
}

__global__ void by_variable(int *o) {
  if (done)
    o[0] = threadIdx.x;
  else
    o[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0)
    done = 0;
}

__global__ void set_kinds(int *kind) { kind[threadIdx.x] = threadIdx.x & 1 ? 3 : 5; }

__global__ void by_kind(int *o, const int *kind) {
  int k = kind[threadIdx.x];
  if (k != 3 && k != 5)
    o[0] = threadIdx.x;
  else
    o[threadIdx.x] = threadIdx.x;
}

// The same of what the program is given.
__global__ void by_given(int *o, const int *mode) {
  if (*mode == 1)
    o[threadIdx.x] = threadIdx.x;
  else
    o[0] = threadIdx.x;
}

// The flag that decides is what they race on.
__global__ void on_flag(int *found) {
  if (*found > threadIdx.x)
    atomicMin(found, threadIdx.x);
}

int main(int argc, char **argv) {
  int *o, *mode, *kind, *given, h_given = atoi(argv[1]);
  float *y;
  control *c, h = {2, 0};
  cudaMalloc(&o, 64 * sizeof(int));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMalloc(&mode, sizeof(int));
  cudaMalloc(&given, sizeof(int));
  cudaMalloc(&kind, 64 * sizeof(int));
  cudaMalloc(&c, sizeof h);
  cudaMemcpy(c, &h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(given, &h_given, sizeof h_given, cudaMemcpyHostToDevice);
  set_mode<<<1, 1>>>(mode);
  by_mode<<<1, 64>>>(o, mode);
  for (int i = 0; i < 10; i++)
    by_control<<<1, 64>>>(y, c);
  by_variable<<<1, 64>>>(o);
  set_kinds<<<1, 64>>>(kind);
  by_kind<<<1, 64>>>(o, kind);
  by_given<<<1, 64>>>(o, given);
  on_flag<<<1, 64>>>(mode);
  return cudaDeviceSynchronize();
}
