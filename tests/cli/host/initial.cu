// Variables that hold what they are initialised with.
__constant__ int order[4] = {3, 1, 0, 2}, size = 100, copied[4] = {3, 1, 0, 2};
__device__ int limit = 100, changed = 100, counted = 100;
static __constant__ int own[4] = {2, 3, 1, 0}, wrong[4] = {2, 3, 1, 2};
__device__ int data[100];

__global__ void by_order(int *o) {
  o[order[threadIdx.x]] = threadIdx.x;
}

__global__ void by_own(int *o) {
  o[own[threadIdx.x]] = threadIdx.x;
}

__global__ void by_wrong(int *o) {
  o[wrong[threadIdx.x]] = threadIdx.x;
}

__global__ void by_copied(int *o) {
  o[copied[threadIdx.x]] = threadIdx.x;
}

__global__ void by_size() {
  if (threadIdx.x < size)
    data[threadIdx.x] = 1;
}

__global__ void by_limit() {
  if (threadIdx.x < limit)
    data[threadIdx.x] = 1;
}

__global__ void change() {
  if (threadIdx.x + blockIdx.x == 0)
    changed = 128;
}

__global__ void by_changed() {
  if (threadIdx.x < changed)
    data[threadIdx.x] = 1;
}

__global__ void by_counted() {
  if (threadIdx.x < counted)
    data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0)
    counted++;
}

int main(int argc, char **argv) {
  int *o, table[4] = {argc, 2, 3, 4};
  cudaMalloc(&o, 16);
  by_limit<<<1, 128>>>();
  for (int i = 0; i < argc; i++) {
    by_order<<<1, 4>>>(o);
    by_own<<<1, 4>>>(o);
    by_wrong<<<1, 4>>>(o);
    by_size<<<1, 128>>>();
    by_counted<<<1, 128>>>();
  }
  change<<<1, 1>>>();
  by_changed<<<1, 128>>>();
  cudaMemcpyToSymbol(copied, table, sizeof table);
  by_copied<<<1, 4>>>(o);
  return cudaDeviceSynchronize();
}
