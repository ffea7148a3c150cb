// Variables that host code stores to.
__managed__ int buffer[1024], count, later;

__global__ void kept() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    buffer[i] = i;
}

__global__ void set() {
  if (blockIdx.x * blockDim.x + threadIdx.x == 0)
    later = 2048;
}

__global__ void changed() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < later)
    buffer[i] = i;
}

int main() {
  count = 1024;
  later = 1000;
  kept<<<5, 256>>>();
  cudaDeviceSynchronize();
  set<<<1, 32>>>();
  cudaDeviceSynchronize();
  changed<<<5, 256>>>();
  return cudaDeviceSynchronize();
}
