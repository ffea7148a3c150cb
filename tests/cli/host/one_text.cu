// One text that is read as two numbers, and choices of which only one is an input: not any pair of numbers comes.
#include <cstdlib>

__global__ void twice(int *a, int w, int h) {
  if (w == 7 && h == 1)
    a[0] = threadIdx.x;
}

__global__ void either(int *a, int w, int h) {
  if (w == 7 && h == 1)
    a[0] = threadIdx.x;
}

__global__ void both(int *a, int w, int h) {
  if (w == 7 && h == 1)
    a[0] = threadIdx.x;
}

int main(int argc, char **argv) {
  int *a, w, h, v, g;
  cudaMalloc(&a, 1024);
  twice<<<1, 256>>>(a, (int)strtol(argv[1], 0, 10), atoi(argv[1]));
  if (argc > 2) {
    w = atoi(argv[2]);
    h = 2;
  } else {
    w = 3;
    h = atoi(argv[1]);
  }
  either<<<1, 256>>>(a, w, h);
  if (argc > 4) {
    v = atoi(argv[3]);
    g = atoi(argv[4]);
  } else {
    v = 3;
    g = 4;
  }
  both<<<1, 256>>>(a, v, g);
  return 0;
}
