// Functions of the host that call the next one twice: a billion launches in all. Most calls are not inlined.
__global__ void fill(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}
void f0(int *a, int n) { fill<<<(n + 255) / 256, 256>>>(a, n); }
#define TWICE(f, g) void f(int *a, int n) { g(a, n); g(a, n + 1); }
TWICE(f1, f0) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4) TWICE(f6, f5) TWICE(f7, f6) TWICE(f8, f7) TWICE(f9, f8) TWICE(f10, f9) TWICE(f11, f10) TWICE(f12, f11) TWICE(f13, f12) TWICE(f14, f13) TWICE(f15, f14) TWICE(f16, f15) TWICE(f17, f16) TWICE(f18, f17) TWICE(f19, f18) TWICE(f20, f19) TWICE(f21, f20) TWICE(f22, f21) TWICE(f23, f22) TWICE(f24, f23) TWICE(f25, f24) TWICE(f26, f25) TWICE(f27, f26) TWICE(f28, f27) TWICE(f29, f28) TWICE(f30, f29)
int main() {
  int *a;
  cudaMalloc(&a, 1000 * sizeof *a);
  f30(a, 1000);
}
