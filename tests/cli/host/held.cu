// Pointers in memory of the device: each leads to an allocation of its own, or not.
#include <cstdlib>
struct S { float *a, *b; int n; };
#define KERNEL(name)                                  \
  __global__ void name(S *s, int n) {                 \
    int i = blockIdx.x * blockDim.x + threadIdx.x;    \
    if (i < n) s->a[i] = s->b[n - 1 - i];             \
  }
KERNEL(copied) KERNEL(same) KERNEL(parts) KERNEL(managed) KERNEL(passed_on)
__global__ void rows(float **t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) t[blockIdx.y][i] += 1;
}
__global__ void parts_of_one(float **t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) t[blockIdx.y][i] += 1;
}
__global__ void beside(S *s, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) s->a[i] = x[n - 1 - i];
}
struct P { float *p; };
struct Q { P a, b; };
__global__ void nested(Q *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) s->a.p[i] = s->b.p[n - 1 - i];
}
static void pass_on(S *d, int n, int deep) {
  if (deep > 0) pass_on(d, n, deep - 1);
  passed_on<<<(n + 255) / 256, 256>>>(d, n);
}
S *make(S *h, int n) {
  S *d;
  cudaMalloc(&h->a, n * 4);
  cudaMalloc(&h->b, n * 4);
  h->n = n;
  cudaMalloc(&d, sizeof(S));
  cudaMemcpy(d, h, sizeof(S), cudaMemcpyHostToDevice);
  return d;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]), blocks = (n + 255) / 256;
  S h;
  S *d = make(&h, n);
  copied<<<blocks, 256>>>(d, n);
  beside<<<blocks, 256>>>(d, h.a, n);
  S twice, *e;
  cudaMalloc(&twice.a, n * 4);
  twice.b = twice.a;
  cudaMalloc(&e, sizeof(S));
  cudaMemcpy(e, &twice, sizeof(S), cudaMemcpyHostToDevice);
  same<<<blocks, 256>>>(e, n);
  S middle, *f;
  cudaMalloc(&middle.a, n * 8);
  middle.b = middle.a + n;
  cudaMalloc(&f, sizeof(S));
  cudaMemcpy(f, &middle, sizeof(S), cudaMemcpyHostToDevice);
  parts<<<blocks, 256>>>(f, n);
  S *m;
  cudaMallocManaged(&m, sizeof(S));
  cudaMalloc(&m->a, n * 4);
  cudaMalloc(&m->b, n * 4);
  managed<<<blocks, 256>>>(m, n);
  float **t = (float **)malloc(n * sizeof(float *)), **dt, *one;
  for (int i = 0; i < n; i++) cudaMalloc(&t[i], n * 4);
  cudaMalloc(&dt, n * sizeof(float *));
  cudaMemcpy(dt, t, n * sizeof(float *), cudaMemcpyHostToDevice);
  rows<<<dim3(blocks, n), 256>>>(dt, n);
  float **u = (float **)malloc(n * sizeof(float *)), **du;
  cudaMalloc(&one, n * n * 4);
  for (int i = 0; i < n; i++) u[i] = one + i * n / 2;
  cudaMalloc(&du, n * sizeof(float *));
  cudaMemcpy(du, u, n * sizeof(float *), cudaMemcpyHostToDevice);
  parts_of_one<<<dim3(blocks, n), 256>>>(du, n);
  pass_on(e, n, argc);
  P p;
  Q twins, *dq;
  cudaMalloc(&p.p, n * 4);
  twins.a = p;
  twins.b = p;
  cudaMalloc(&dq, sizeof(Q));
  cudaMemcpy(dq, &twins, sizeof(Q), cudaMemcpyHostToDevice);
  nested<<<blocks, 256>>>(dq, n);
}
