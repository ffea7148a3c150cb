// Arrays as large as a number that is not followed: with a number of the program's both are larger, and nothing is wrong.
#include <cstdlib>
__global__ void ends(int *q, int n) {
  int i = threadIdx.x;
  q[n - 1 - i] = i;
  q[i] = -i;
}
__global__ void half(int *a, int n) {
  int i = threadIdx.x;
  if (i < n / 2) a[i] += a[i + n / 2];
}
__global__ void meets(int *a, int n) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = i;
  if (i < n) __syncthreads();
  a[i] = s[255 - i];
}
__global__ void in_any_case(int *a, int n) {
  int i = threadIdx.x;
  if (i < n) a[i / 2] = i;
}
int main(int argc, char **argv) {
  static const int sizes[] = {512, 640, 1000, 2048, 4096, 5000, 6000, 7776, 8192, 9998, 10000};
  int c = atoi(argv[1]);
  if (c < 0 || c > 10) return 1;
  int n = sizes[c], *a;
  cudaMalloc(&a, n * sizeof(int));
  ends<<<1, 256>>>(a, n);
  half<<<1, 128>>>(a, n);
  meets<<<1, 256>>>(a, n);
  in_any_case<<<1, 256>>>(a, n);
}
