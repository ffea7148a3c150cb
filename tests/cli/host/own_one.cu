// A kernel of this file alone; another file has one of the same name.
static __global__ void fill(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
void other(float *a, int n);
int main() {
  float *a;
  cudaMalloc(&a, 1000 * 4);
  fill<<<4, 256>>>(a, 1000);
  other(a, 1000);
}
