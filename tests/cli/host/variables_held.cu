// Pointers that variables of the device hold: whether each leads to memory of its own is asked of what host code copies there.
struct arrays {
  int *in, *out;
  int n;
};
__constant__ arrays apart;
__device__ int *one;
__constant__ int *first[2], *second[2];

__global__ void by_struct() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < apart.n)
    apart.out[i] = apart.in[i + 1];
}
__global__ void by_pointer(int *a) { a[threadIdx.x] = one[threadIdx.x + 1]; }
__global__ void by_tables(int k) { first[k][threadIdx.x] = second[k][threadIdx.x + 1]; }
__global__ void by_arrays(int **a, int **b) { a[0][threadIdx.x] = b[0][threadIdx.x + 1]; }
__global__ void by_two(int **a, int **b) { a[0][threadIdx.x] = b[0][threadIdx.x + 1]; }

int main() {
  int *x, *y, *list[2];
  cudaMalloc(&x, 1 << 20);
  cudaMalloc(&y, 1 << 20);
  arrays h = {x, y, 4096};
  cudaMemcpyToSymbol(apart, &h, sizeof h);
  by_struct<<<16, 256>>>();
  cudaMemcpyToSymbol(one, &x, sizeof x);
  by_pointer<<<1, 256>>>(x); // the same memory: a race
  for (int i = 0; i < 2; i++)
    cudaMalloc(&list[i], 1 << 20);
  cudaMemcpyToSymbol(first, list, sizeof list);
  cudaMemcpyToSymbol(second, list, sizeof list);
  by_tables<<<1, 256>>>(0); // the same list twice: a race

  int *same[1] = {x}, *other[1] = {y}, **a, **b, **c;
  cudaMalloc(&a, sizeof same);
  cudaMalloc(&b, sizeof same);
  cudaMalloc(&c, sizeof same);
  cudaMemcpy(a, same, sizeof same, cudaMemcpyHostToDevice);
  cudaMemcpy(b, same, sizeof same, cudaMemcpyHostToDevice);
  by_arrays<<<1, 256>>>(a, b); // both hold x: a race
  cudaMemcpy(c, other, sizeof other, cudaMemcpyHostToDevice);
  by_two<<<1, 256>>>(a, c);
  return cudaDeviceSynchronize();
}
