// Keywords, built-in variables, launches, dynamic shared memory; no include at all.
__constant__ float coefficients[16];
__device__ __managed__ int counter;
__device__ int total = 3;
extern __shared__ float dynamic[];
struct __align__(16) item { int a, b; };

__forceinline__ __device__ int inlined(int x) { return x + 1; }
__noinline__ __device__ int called(const int *__restrict__ p) { return *p; }
__host__ __device__ constexpr int both(int x) { return 2 * x; }

template <int n> __global__ void __launch_bounds__(256, 2) kernel(int *out, const __grid_constant__ item value) {
  __shared__ int tile[n];
  dim3 extent = blockDim;
  uint3 place = threadIdx;
  tile[threadIdx.x] = value.a + extent.x + place.y + both(n);
  dynamic[threadIdx.x] = coefficients[threadIdx.x & 15];
  __syncthreads();
  unsigned i = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[i * blockDim.x + threadIdx.x] = tile[n - 1] + inlined(called(out)) + warpSize + counter + total;
  auto lambda = [=] __device__(int x) { return x + n; };
  out[0] = lambda(1);
}

int main() {
  int *data;
  cudaMalloc(&data, 4096);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  dim3 grid(2, 3), block(32);
  kernel<32><<<grid, block, 1024, stream>>>(data, item{1, 2});
  kernel<64><<<1, 64>>>(data, item{});
  float host[16] = {};
  cudaMemcpyToSymbol(coefficients, host, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int occupancy = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&occupancy, kernel<32>, 32, 0);
  void *arguments[] = {&data};
  cudaLaunchKernel((void *)kernel<32>, grid, block, arguments, 0, stream);
  return cudaGetLastError() == cudaSuccess ? properties.major : -1;
}
