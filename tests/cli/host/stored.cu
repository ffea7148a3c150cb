// Pointers that are stored: in arrays, in variables of the file, by choice, in rounds of a loop.
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void in_array(int *a) { a[threadIdx.x] = 1; }
__global__ void in_array_beyond(int *a) { a[threadIdx.x] = 1; }
__global__ void in_variable(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }
__global__ void in_variable_beyond(int *a, int n) { if (threadIdx.x <= n) a[threadIdx.x] = 1; }
__global__ void chosen(int *a) { a[threadIdx.x] = 1; }
__global__ void chosen_unequal(int *a) { a[threadIdx.x] = 1; }
__global__ void chosen_within(int *a) { a[threadIdx.x] = 1; }
__global__ void mapped(int *a) { a[threadIdx.x] = 1; }
__global__ void mapped_beyond(int *a) { a[threadIdx.x] = 1; }
__global__ void grown(int *a) { a[threadIdx.x] = 1; }
__global__ void whole(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }
__global__ void whole_beyond(int *a, int n) { if (threadIdx.x <= n) a[threadIdx.x] = 1; }
__global__ void freed(int *a) { a[threadIdx.x] = 1; }
__global__ void freed_elsewhere(int *a) { a[threadIdx.x] = 1; }
__global__ void cell(int *a) { a[threadIdx.x] = 1; }
__global__ void cell_beyond(int *a) { a[threadIdx.x] = 1; }
__global__ void cell_unwritten(int *a) { a[threadIdx.x] = 1; }
__global__ void cell_unequal(int *a) { a[threadIdx.x] = 1; }
__global__ void cell_freed(int *a) { a[threadIdx.x] = 1; }
__global__ void cell_changed(int *a) { a[threadIdx.x] = 1; }
__global__ void divided(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
__global__ void divided_beyond(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i <= n) a[i] = 1; }

static int *kept, count = 7;
static int *given[2];

static void change(int **p) { cudaFree(p[1]); cudaMalloc(&p[1], 4); }

int main(int argc, char **argv) {
  int *p[4], *h, *m, *s;
  for (int i = 0; i < 4; i++)
    cudaMalloc(&p[i], 1024);
  in_array<<<1, 256>>>(p[2]);
  in_array_beyond<<<1, 257>>>(p[3]);
  cudaMalloc(&kept, count * sizeof(int));
  srand(argc);
  in_variable<<<1, 256>>>(kept, count);
  in_variable_beyond<<<1, 256>>>(kept, count);
  int *other = (int *)malloc(1024), *small = (int *)malloc(512);
  chosen<<<1, 256>>>(argc > 1 ? p[0] : other);
  chosen_unequal<<<1, 256>>>(argc > 1 ? p[0] : small);
  chosen_within<<<1, 200>>>(argc > 1 ? p[0] : other + 128);
  cudaHostAlloc(&h, 1024, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&m, h, 0);
  mapped<<<1, 256>>>(m);
  mapped_beyond<<<1, 257>>>(m);
  int n = 128;
  int *g = (int *)malloc(n * sizeof(int));
  for (int k = 0; k < argc; k++) {
    grown<<<1, 2 * n>>>(g);
    free(g);
    n = n < 256 ? 2 * n : n;
    g = (int *)malloc(n * sizeof(int));
  }
  int rows = atoi(argv[1]);
  cudaMalloc(&s, 2 * rows * sizeof(int));
  whole<<<1, 64>>>(s, 2 * rows);
  whole_beyond<<<1, 64>>>(s, 2 * rows);
  for (int i = 0; i < 2; i++)
    cudaMalloc(&given[i], 1024);
  change(given);
  freed_elsewhere<<<1, 256>>>(given[1]);
  cell<<<1, 256>>>(p[argc & 3]);
  cell_beyond<<<1, 257>>>(p[argc & 3]);
  int *unwritten[4] = {0}, *unequal[2], *gone[2], *changed[2];
  for (int i = 0; i < 3; i++)
    cudaMalloc(&unwritten[i], 1024);
  cell_unwritten<<<1, 256>>>(unwritten[argc & 3]);
  cudaMalloc(&unequal[0], 1024);
  cudaMalloc(&unequal[1], 512);
  cell_unequal<<<1, 256>>>(unequal[argc & 1]);
  for (int i = 0; i < 2; i++)
    cudaMalloc(&gone[i], 1024);
  cudaFree(gone[argc & 1]);
  cell_freed<<<1, 256>>>(gone[argc & 1]);
  for (int i = 0; i < 2; i++)
    cudaMalloc(&changed[i], 1024);
  cudaMalloc(&changed[argc & 1], 512);
  cell_changed<<<1, 256>>>(changed[argc & 1]);
  int size = atoi(argv[2]);
  divided<<<(1000 + size - 1) / size, size>>>(other = (int *)malloc(4000), 1000);
  divided_beyond<<<(1000 + size - 1) / size, size>>>(other, 1000);
  cudaFree(p[argc & 3]);
  freed<<<1, 256>>>(p[1]);
}
