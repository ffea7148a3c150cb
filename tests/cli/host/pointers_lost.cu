// Pointers that the program keeps where they are not followed: two of them may be one.
#include <cstdlib>
#include <map>
#include <memory>
__global__ void map_rows(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    out[i] = in[i + 1];
}
__global__ void of_object(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    out[i] = in[i + 1];
}
__global__ void of_two(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    out[i] = in[i + 1];
}
__global__ void of_caller(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    out[i] = in[i + 1];
}
__global__ void own_beside(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    out[i] = in[i + 1];
}
struct pool {
  float *a, *b;
  pool() {
    cudaMalloc(&a, 4096 * sizeof(float));
    b = a;
  }
};
static pool buffers;
struct tensor {
  float *data;
  int n;
};
struct layer {
  virtual void forward(float *in, float *out, int n) = 0;
};
struct shift : layer {
  void forward(float *in, float *out, int n) override { of_caller<<<16, 256>>>(out, in, n); }
};
int main(int argc, char **argv) {
  float *p, *own;
  cudaMalloc(&p, 4096 * sizeof(float));
  cudaMalloc(&own, 4096 * sizeof(float));
  std::map<int, float *> m;
  m[1] = p;
  m[2] = p;
  map_rows<<<16, 256>>>(m[1], m[2], 4096);
  own_beside<<<16, 256>>>(own, m[1], 4096);
  of_object<<<16, 256>>>(buffers.a, buffers.b, 4096);
  auto a = std::make_unique<tensor>(tensor{p, 4096}), b = std::make_unique<tensor>(*a);
  of_two<<<16, 256>>>(a->data, b->data, a->n);
  layer *l = argc > 1 ? new shift : nullptr;
  if (l)
    l->forward(p, p, 4096);
  cudaDeviceSynchronize();
}
