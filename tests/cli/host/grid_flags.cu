// What decides a violation goes with the grid, which is not followed: a flag, the instance of a template, or a kernel meant for one block.
#include <cstdlib>
#include <vector>

__global__ void columns(float *out, const float *in, int rows, int cols, bool atomic) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols)
    return;
  float sum = 0;
  for (int r = blockIdx.y; r < rows; r += gridDim.y)
    sum += in[r * cols + c];
  if (atomic)
    atomicAdd(&out[c], sum);
  else
    out[c] = sum;
}

template <bool atomic> __global__ void sums(float *out, float x) {
  if (atomic)
    atomicAdd(&out[blockIdx.x * blockDim.x + threadIdx.x], x);
  else
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + blockIdx.y;
}

__global__ void alone(int *a) { a[threadIdx.x] = blockIdx.x + threadIdx.x; }
__global__ void beside(int *a) { a[threadIdx.x / 2] = threadIdx.x; }

struct plan {
  int blocks, threads;
};

int main(int argc, char **argv) {
  int rows = atoi(argv[1]), cols = atoi(argv[2]);
  if (rows < 1 || cols < 1)
    return 1;
  float *in, *out, *sum;
  int *a;
  cudaMalloc(&in, sizeof(float) * rows * cols);
  cudaMalloc(&out, sizeof(float) * cols);
  cudaMalloc(&a, 4096);
  cudaMalloc(&sum, 4096);
  const bool split = rows > 1024;
  columns<<<dim3((cols + 127) / 128, split ? 8 : 1), 128>>>(out, in, rows, cols, split);
  dim3 grid(4);
  bool adds = false;
  for (int i = 3; i < argc; i++)
    if (argv[i][0] == 'a') {
      adds = true;
      grid.y = 8;
    }
  if (adds)
    sums<true><<<grid, 256>>>(sum, 1);
  else
    sums<false><<<grid, 256>>>(sum, 1);
  std::vector<plan> plans;
  plans.push_back({1, 256});
  plans.push_back({1, 128});
  for (auto &p : plans) {
    alone<<<p.blocks, p.threads>>>(a);
    beside<<<p.blocks, p.threads>>>(a);
  }
}
