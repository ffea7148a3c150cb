// Loops that are tested behind the launch: their last round has a value that the test ends.
#include <cstdio>
#include <cstdlib>

__global__ void doubled(int *a, int s) { a[s] = 1; }
__global__ void down(int *a, int s) { a[s] = 1; }
__global__ void inner(int *a, int s) { a[s] = 1; }
__global__ void zero(int *a, int s) {
  if (s == 0)
    a[1000] = 1;
}
__global__ void after(int *a, int s) { a[s] = 1; }

int main(int argc, char **argv) {
  int *a, *b, *c, *d, *e, s, n = atoi(argv[1]);
  cudaMalloc(&a, 1000 * sizeof(int));
  cudaMalloc(&b, 1000 * sizeof(int));
  cudaMalloc(&c, 1000 * sizeof(int));
  cudaMalloc(&d, 1000 * sizeof(int));
  cudaMalloc(&e, 1000 * sizeof(int));
  for (s = 1;; s *= 2) {
    doubled<<<1, 1>>>(a, s); // the last one with 1024
    if (s >= 1000)
      break;
  }
  for (s = 900;; s -= 30) {
    down<<<1, 1>>>(b, s); // the last one with -30
    if (s < 0)
      break;
    puts("down");
  }
  for (s = 1; s < 2000; s *= 2) {
    for (int q = 0; q < n; q++)
      inner<<<1, 1>>>(c, s); // with 1024, too
    if (s > 600)
      return 2;
  }
  for (s = 64;; s /= 2) {
    zero<<<1, 1>>>(d, s);
    if (s == 0 || getchar() == 'x')
      break;
  }
  for (s = 0;; s += 20) {
    if (s >= 990)
      break;
    if (getchar() == 'x')
      break;
    puts("after");
  }
  after<<<1, 1>>>(e, s); // with 1000 where no x is read
  return cudaDeviceSynchronize();
}
