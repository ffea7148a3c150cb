// Threads of the host: without OpenMP one of them counts.
__global__ void row(int *a) { a[threadIdx.x] = blockIdx.x; }

int main() {
  int *a, blocks = 0;
  cudaMalloc(&a, 4096);
#pragma omp parallel
  {
#pragma omp atomic
    blocks++;
  }
  row<<<blocks, 256>>>(a);
}
