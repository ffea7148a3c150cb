// What the program stores is told by its properties, which other contents have as well.
__global__ void rows(int *o, const int *offset) {
  for (int j = 0; j < 3; j++)
    o[offset[threadIdx.x] + j] = threadIdx.x;
}

__global__ void few(int *o, const int *offset) {
  for (int j = 0; j < 3; j++)
    o[offset[threadIdx.x] + j] = threadIdx.x;
}

__global__ void few_racy(int *o, const int *offset) {
  for (int j = 0; j < 4; j++)
    o[offset[threadIdx.x] + j] = threadIdx.x;
}

struct task {
  int offset, length;
};
struct tasks {
  task list[8];
};

__global__ void each(int *a, tasks all) {
  task t = all.list[blockIdx.x];
  for (int i = threadIdx.x; i < t.length; i += blockDim.x)
    a[t.offset + i] = i;
}

int main() {
  int h[64], *o, *d, *e;
  cudaMalloc(&d, 64 * sizeof(int));
  cudaMalloc(&e, 8 * sizeof(int));
  cudaMalloc(&o, 256 * sizeof(int));
  for (int i = 0; i < 64; i++)
    h[i] = 3 * i;
  cudaMemcpy(d, h, 64 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(e, h, 8 * sizeof(int), cudaMemcpyHostToDevice);
  rows<<<1, 64>>>(o, d);
  int s[8];
  for (int i = 0; i < 8; i++)
    s[i] = 3 * i;
  cudaMemcpy(e, s, sizeof s, cudaMemcpyHostToDevice);
  few<<<1, 8>>>(o, e);
  cudaMemcpy(e, s, sizeof s, cudaMemcpyHostToDevice);
  few_racy<<<1, 8>>>(o, e);
  tasks all;
  for (int i = 0; i < 8; i++)
    all.list[i] = {i * 32, 32};
  each<<<8, 32>>>(o, all);
  return cudaDeviceSynchronize();
}
