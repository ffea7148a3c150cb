// A benchmark: a hundred rounds, each of which allocates a workspace, launches and frees it. They are not unrolled.
__global__ void scale(float *a, float *work, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    work[i] = 2 * a[i];
}

#define CHECK(call)                                                                                                                                  \
  if ((call) != cudaSuccess)                                                                                                                         \
  exit(1)

static void run(float *a, int n) {
  float *work;
  CHECK(cudaMalloc(&work, n * sizeof(float)));
  scale<<<(n + 255) / 256, 256>>>(a, work, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(work));
}

int main() {
  const int sizes[] = {1000, 2000, 3000, 4000};
  for (int n : sizes) {
    float *a;
    CHECK(cudaMalloc(&a, n * sizeof(float)));
    for (int i = 0; i < 100; i++)
      run(a, n);
    for (int i = 0; i < 1000; i++)
      run(a, n);
    CHECK(cudaFree(a));
  }
}
