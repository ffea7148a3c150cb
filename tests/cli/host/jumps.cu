// A number that changes before a jump back to setjmp.
#include <csetjmp>
#include <cstdlib>
__global__ void k(float *o, int a, int b) { o[a != b ? 0 : threadIdx.x] = threadIdx.x; }
static jmp_buf place;
static void back() { longjmp(place, 1); }
__global__ void called(float *o, int a, int b) { o[a != b ? 0 : threadIdx.x] = threadIdx.x; }
static int value_of(const int *n) { return *n; }
static void set(int *n, int to) { *n = to; }
static void other(float *o) {
  int *n = (int *)malloc(sizeof(int));
  set(n, 0);
  int a = value_of(n);
  if (setjmp(place) == 0) {
    set(n, 5);
    back();
  }
  called<<<1, 32>>>(o, a, value_of(n));
}
int main() {
  float *o;
  static int n;
  cudaMalloc(&o, 4096);
  n = 0;
  int a = n;
  if (setjmp(place) == 0) {
    n = 5;
    back();
  }
  k<<<1, 32>>>(o, a, n);
  other(o);
}
