// Warps leave before a shuffle as a whole, in this program's blocks.
__global__ void rows(const float *A, float *y, int m, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= m)
    return;
  float s = 0;
  for (int j = lane; j < n; j += 32)
    s += A[row * n + j];
  for (int o = 16; o; o >>= 1)
    s += __shfl_down_sync(0xffffffff, s, o);
  if (lane == 0)
    y[row] = s;
}
int main() {
  const int m = 1000, n = 777;
  float *A, *y;
  cudaMalloc(&A, m * n * 4);
  cudaMalloc(&y, m * 4);
#ifdef ODD
  rows<<<(m * 32 + 239) / 240, 240>>>(A, y, m, n);
#else
  rows<<<(m * 32 + 255) / 256, 256>>>(A, y, m, n);
#endif
}
