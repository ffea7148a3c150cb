// Launches that no device takes run nothing; what is said is of those that do.
__global__ void sweep(int *o) { o[threadIdx.x] = threadIdx.x; }
__global__ void __launch_bounds__(64) bounded(int *o) { __shared__ int s[64]; s[threadIdx.x] = threadIdx.x; __syncthreads(); o[threadIdx.x] = s[threadIdx.x ^ 1]; }
__global__ void square(int *o) { o[threadIdx.y * blockDim.x + threadIdx.x] = 1; }
__global__ void large(int *o) { extern __shared__ int s[]; s[threadIdx.x] = 1; o[threadIdx.x + 1000] = s[threadIdx.x]; }
__global__ void none(int *o) { o[threadIdx.x + 1000] = 1; }
__global__ void flat(int *o) { o[threadIdx.z] = 1; }
int main() {
  int *o;
  cudaMalloc(&o, 4096);
  for (int b = 512; b <= 2048; b *= 2)
    sweep<<<1, b>>>(o);
  bounded<<<1, 128>>>(o);
  square<<<1, dim3(64, 32)>>>(o);
  square<<<1, dim3(32, 32)>>>(o);
  large<<<1, 32, 300000>>>(o);
  none<<<100 / 256, 256>>>(o);
  flat<<<1, dim3(1, 1, 128)>>>(o);
  flat<<<1, dim3(1, 1, 64)>>>(o);
  cudaDeviceSynchronize();
}
