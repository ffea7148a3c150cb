// One allocation as an array of structures, whose size names do not tell, and as one of integers.
struct point {
  int x, y, z;
};

__global__ void apart(point *p, int *q) {
  p[threadIdx.x].x = 1;
  q[threadIdx.x * 3 + 1] = threadIdx.x;
}
__global__ void racy(point *p, int *q) {
  p[threadIdx.x].x = 1;
  q[threadIdx.x * 3 + 3] = threadIdx.x;
}

int main() {
  int *q;
  cudaMalloc(&q, 1200);
  apart<<<1, 64>>>((point *)q, q);
  racy<<<1, 64>>>((point *)q, q);
  return cudaDeviceSynchronize();
}
