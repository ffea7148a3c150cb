#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <cstdlib>
__global__ void fill(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
__global__ void fill2(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
__global__ void copy(float *a, const float *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = b[i]; }
__global__ void changed(int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void beyond(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i <= n) a[i] = i; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  thrust::device_vector<int> v(n);
  fill<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(v.data()), n);
  fill2<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(&v[0]), v.size());
  thrust::host_vector<float> h(1000);
  thrust::device_vector<float> a(1000), b = h;
  copy<<<4, 256>>>(a.data().get(), b.data().get(), 1000);
  thrust::device_vector<int> x(n);
  int *p = x.data().get();
  beyond<<<(n + 255) / 256, 256>>>(v.data().get(), n);
  x.resize(n / 2);
  changed<<<(n + 255) / 256, 256>>>(p, n);
}
