// A grid that is rounded up is meant for sizes that are no multiples: that they are is no condition, and the guard is wrong.
__global__ void grid(float *out, int nx, int ny) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x > nx || y >= ny)
    return;
  out[y * nx + x] = x;
}

__global__ void exact(float *out, int nx, int ny) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (y < ny)
    out[y * nx + x] = x;
}

void run(float *out, int nx, int ny) {
  grid<<<dim3((nx + 31) / 32, (ny + 7) / 8), dim3(32, 8)>>>(out, nx, ny);
  exact<<<dim3(nx / 32, (ny + 7) / 8), dim3(32, 8)>>>(out, nx, ny);
}
