/* The textbook transpose with its main, sizes from the command line. For every launch it needs blocks of 32 columns and 8 rows; the
 * only launch, 20 lines below, has them, and allocates as much as the kernel touches.
 * Answer: free of races and in bounds for the launches of this program. */
// RUN: check --only=race,divergence,bounds --launches=program
#include <cstdio>
#include <cstdlib>
#define TILE 32

// expect: transpose race=proved bounds=proved
__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += 8)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 1024, height = argc > 2 ? atoi(argv[2]) : 512;
  size_t bytes = width * height * sizeof(float);
  float *in, *out, *host = (float *)calloc(width * height, sizeof(float));
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
  transpose<<<dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), dim3(TILE, 8)>>>(out, in, width, height);
  cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost);
  printf("%f\n", host[1]);
  cudaFree(in);
  cudaFree(out);
  free(host);
}
