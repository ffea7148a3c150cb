// What nvcc declares without an include or tolerates: compiles in the second attempt.
struct alignas(16) quad { float a[4]; };
__global__ void kernel(int *a) {
  __shared__ alignas(128) char bytes[16];
  __shared__ alignas(float4) float floats[4];
  __shared__ alignas(alignof(quad)) quad quads[2];
  bytes[0] = floats[1] + quads[1].a[2];
  static_assert(alignof(quad) == 16);
  assert(a[threadIdx.x] < INT_MAX);
  printf("%d\n", a[std::max(0, 1)]);
}
int main() {
  int *a = (int *)malloc(64);
  if (a == NULL) exit(EXIT_FAILURE);
  memset(a, 0, 64);
  kernel<<<1, 1>>>(a);
  printf("%f\n", fabs(sqrt(2.0)));
}
