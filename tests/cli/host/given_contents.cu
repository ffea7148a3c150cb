// What comes from outside of the program: elements that are read in or drawn, and members of a structure that is. A race that rests on them, and that
// not every contents show, is one of the program; where the program computes them, it may be none.
#include <cstdio>
#include <cstdlib>

struct header {
  int count, width, flags;
};
struct list {
  header head;
  int *elements, *begins;
};

int opaque(int);
extern int other;

__global__ void by_read(const int *flags, int *out) {
  if (flags[threadIdx.x])
    out[0] = threadIdx.x;
}
__global__ void by_drawn(const int *flags, int *out) {
  if (flags[threadIdx.x])
    out[0] = threadIdx.x;
}
__global__ void by_computed(const int *flags, int *out) {
  if (flags[threadIdx.x])
    out[0] = threadIdx.x;
}
__global__ void by_stored(const int *flags, int *out) {
  if (flags[threadIdx.x])
    out[0] = threadIdx.x;
}
__global__ void by_count(int *out, int n) { out[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void by_width(int *out, int n) { out[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void rows(const int *begins, const int *elements, int *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && begins[i] < begins[i + 1])
    if (best[0] < elements[begins[i]])
      atomicMax(best, elements[begins[i]]);
}

static list read_list(const char *name) {
  list l;
  FILE *f = fopen(name, "rb");
  if (fread(&l.head.count, sizeof(int), 1, f) != 1 || l.head.count < 1)
    exit(1);
  l.elements = (int *)malloc(1024 * sizeof(int));
  l.begins = (int *)malloc((l.head.count + 1) * sizeof(int));
  if (fread(l.elements, sizeof(int), 1024, f) != 1024)
    exit(1);
  if (fread(l.begins, sizeof(int), l.head.count + 1, f) != l.head.count + 1)
    exit(1);
  l.head.width = other;
  fclose(f);
  return l;
}

int main(int argc, char **argv) {
  int *flags, *out, *host = (int *)malloc(1024), *drawn = (int *)malloc(1024), *computed = (int *)malloc(1024), *begins;
  cudaMalloc(&out, 4096);
  cudaMalloc(&flags, 4096);
  FILE *f = fopen(argv[1], "rb");
  fread(host, 1, 1024, f);
  cudaMemcpy(flags, host, 1024, cudaMemcpyHostToDevice);
  by_read<<<1, 256>>>(flags, out);
  for (int i = 0; i < 256; i++)
    drawn[i] = rand() % 10 - 3;
  cudaMemcpy(flags, drawn, 1024, cudaMemcpyHostToDevice);
  by_drawn<<<1, 256>>>(flags, out);
  for (int i = 0; i < 256; i++)
    computed[i] = opaque(i);
  int *others;
  cudaMalloc(&others, 4096);
  cudaMemcpy(others, computed, 1024, cudaMemcpyHostToDevice);
  by_computed<<<1, 256>>>(others, out);
  int few[256] = {1, 0, 0, 0};
  few[3] = opaque(3);
  int *small;
  cudaMalloc(&small, 1024);
  cudaMemcpy(small, few, 1024, cudaMemcpyHostToDevice);
  by_stored<<<1, 256>>>(small, out);

  list l = read_list(argv[2]);
  int *sized, *wide, *elements;
  cudaMalloc(&sized, l.head.count * sizeof(int));
  by_count<<<(l.head.count + 255) / 256, 256>>>(sized, 1);
  cudaMalloc(&wide, l.head.width * sizeof(int));
  by_width<<<(l.head.width + 255) / 256, 256>>>(wide, 1);
  cudaMalloc(&elements, 1024 * sizeof(int));
  cudaMalloc(&begins, (l.head.count + 1) * sizeof(int));
  cudaMemcpy(elements, l.elements, 1024 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(begins, l.begins, (l.head.count + 1) * sizeof(int), cudaMemcpyHostToDevice);
  rows<<<(l.head.count + 255) / 256, 256>>>(begins, elements, out, l.head.count);
  return cudaDeviceSynchronize();
}
