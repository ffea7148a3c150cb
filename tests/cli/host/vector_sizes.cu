// How many elements a vector has, as an int and as a size, in sizes of allocations: one number.
#include <cstdlib>
#include <string>
#include <vector>

struct pair {
  std::string a, b; // 64 bytes
};
struct triple {
  int a, b, c;
};

__global__ void of_ints(int *l, long *o, double *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    l[i] = o[i] + d[i];
}
__global__ void of_pairs(int *l, long *o, double *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    l[i] = o[i + 1] + d[i];
}
__global__ void of_triples(int *l, long *o, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    l[i] = o[i];
}
__global__ void one_more(int *l, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    l[i] = 0;
}

int main(int argc, char **argv) {
  std::vector<int> v;
  std::vector<pair> p;
  std::vector<triple> t;
  for (int i = 0; i < argc; i++) {
    v.push_back(atoi(argv[i]));
    p.push_back(pair());
    t.push_back(triple());
  }
  int n = v.size(), m = p.size();
  unsigned k = t.size();
  int *l, *lp, *lt;
  long *o, *op, *ot;
  double *d, *dp;
  cudaMalloc(&l, n * sizeof(int));
  cudaMalloc(&o, n * sizeof(long));
  cudaMalloc(&d, v.size() * sizeof(double));
  of_ints<<<(n + 127) / 128, 128>>>(l, o, d, n);
  one_more<<<(n + 128) / 128, 128>>>(l, n);
  cudaMalloc(&lp, m * sizeof(int));
  cudaMalloc(&op, (m + 1) * sizeof(long));
  cudaMalloc(&dp, p.size() * sizeof(double));
  of_pairs<<<(m + 127) / 128, 128>>>(lp, op, dp, m);
  cudaMalloc(&lt, k * sizeof(int));
  cudaMalloc(&ot, k * sizeof(long));
  of_triples<<<(k + 127) / 128, 128>>>(lt, ot, k);
  return cudaDeviceSynchronize();
}
