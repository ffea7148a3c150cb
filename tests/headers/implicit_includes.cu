// What nvcc declares without an include: compiles in the second attempt.
__global__ void kernel(int *a) {
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
