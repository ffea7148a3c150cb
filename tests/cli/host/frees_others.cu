// Functions that get a pointer to memory of the device and free something: other memory, or this.
#include <cstdio>
#include <cstdlib>

__global__ void fill(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1.0f;
}

__global__ void fill_freed(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1.0f;
}

__global__ void fill_kept(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1.0f;
}

__global__ void fill_within(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1.0f;
}

static float first(const float *a) {
  float x;
  cudaMemcpy(&x, a, sizeof x, cudaMemcpyDeviceToHost);
  return x;
}

__attribute__((noinline)) static int validate(float *a, int n) {
  float *own = (float *)malloc(n * sizeof(float));
  cudaMemcpy(own, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += own[i] != 1.0f;
  if (wrong > 10 && first(a) == 2.0f) {
    free(own);
    exit(1);
  }
  for (int i = 0; i < n; i++)
    if (own[i] != 1.0f)
      printf("%d: %f, %f before, %f behind, %d wrong of %d\n", i, own[i], own[i > 0 ? i - 1 : 0], own[i + 1 < n ? i + 1 : i], wrong, n);
  for (int step = 1; step < n; step *= 2)
    printf("%d %f %f %f %f\n", step, own[step], own[step / 2], own[step / 4], own[step / 8]);
  for (int i = 0; i < n; i += 7)
    printf("%f %f %f %f %s\n", own[i], own[i / 3], own[i / 5], own[i / 9], own[i] > 2 ? "large" : own[i] > 1 ? "more" : "less");
  free(own);
  return wrong;
}

__attribute__((noinline)) static int validate_freed(float *a, int n) {
  float *own = (float *)malloc(n * sizeof(float)), *other = n > 10 ? a : own;
  cudaMemcpy(own, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = own[0] != 1.0f;
  cudaFree(other);
  return wrong;
}

static float *kept;

__attribute__((noinline)) static int validate_kept(float *a, int n) {
  float *own = (float *)malloc(n * sizeof(float));
  cudaMemcpy(own, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = own[0] != 1.0f;
  free(own);
  kept = a;
  return wrong;
}

struct holder {
  float *pointer;
};

__attribute__((noinline)) static void hold(holder *h, float *a) { h->pointer = a; }

__attribute__((noinline)) static int validate_within(float *a, int n) {
  holder *h = (holder *)malloc(sizeof(holder));
  hold(h, a);
  printf("%p\n", (void *)h->pointer);
  cudaFree(h->pointer);
  free(h);
  return n;
}

int main(int argc, char **argv) {
  const int n = atoi(argv[1]);
  float *a, *b, *c, *d;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMalloc(&d, n * sizeof(float));
  for (int i = 0; i < 3; i++) {
    fill<<<(n + 255) / 256, 256>>>(a, n);
    validate(a, n);
    validate(b, n - 1);
    validate(a, n / 2);
    validate(a, n / 3);
    fill_freed<<<(n + 255) / 256, 256>>>(b, n);
    validate_freed(b, n);
    fill_kept<<<(n + 255) / 256, 256>>>(c, n);
    validate_kept(c, n);
    cudaFree(kept);
    fill_within<<<(n + 255) / 256, 256>>>(d, n);
    validate_within(d, n);
  }
  return 0;
}
