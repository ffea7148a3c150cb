// A number that changes before a jump back to setjmp.
#include <csetjmp>
__global__ void k(float *o, int a, int b) { o[a != b ? 0 : threadIdx.x] = threadIdx.x; }
static jmp_buf place;
static void back() { longjmp(place, 1); }
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
}
