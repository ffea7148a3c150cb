// A text that is read as a number twice is one number, unless something may change it in between.
#include <cstdlib>
#include <cstring>

__global__ void twice(int *a) { a[blockIdx.x * 256 + threadIdx.x] = 1; }
__global__ void other(int *a) { a[blockIdx.x * 256 + threadIdx.x] = 1; }

int main(int argc, char **argv) {
  int *a;
#ifdef CHANGED
  argv[2][1] = 0;
#endif
  if (atoi(argv[1]) <= 0 || atoi(argv[1]) % 256)
    return 1;
#ifdef ENDED
  char *end;
  strtol(argv[1], &end, 10);
  end[-1] = 0;
#endif
  int n = atoi(argv[1]);
  cudaMalloc(&a, n * sizeof(int));
  twice<<<(n + 255) / 256, 256>>>(a);
  int m = atoi(argv[2]);
  if (m <= 0)
    return 1;
  cudaMalloc(&a, m * sizeof(int));
  other<<<(m + 255) / 256, 256>>>(a);
}
