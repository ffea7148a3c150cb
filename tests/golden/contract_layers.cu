// Threads that walk through the layers of a volume: a layer is no smaller than its rows, a row no smaller than what lies in it.

// expect: layers race=unproved
__global__ void layers(float *out, const float *in, int nx, int ny, int nz) {
  int i = blockDim.x * blockIdx.x + threadIdx.x, j = blockDim.y * blockIdx.y + threadIdx.y;
  int c = i + j * nx, layer = nx * ny;
  out[c] = in[c] + i; // race: write-write out [warning]; race: write-write out @walk [warning]; race: write-write out @last [warning]; unproved: race needs-precondition nx >= gridDim.x * blockDim.x && ny >= gridDim.y * blockDim.y
  c += layer;
  for (int k = 1; k < nz - 1; ++k) {
    out[c] = in[c] + 2 * k; // race: write-write out [warning]; race: write-write out @last [warning]; @walk
    c += layer;
  }
  out[c] = in[c] + j; // race: write-write out [warning]; @last
}

// The last row of a layer is the first of the next.
// expect: layers_racy race=refuted
__global__ void layers_racy(float *out, int nx, int ny, int nz) {
  int i = blockDim.x * blockIdx.x + threadIdx.x, j = blockDim.y * blockIdx.y + threadIdx.y;
  int c = i + j * nx, layer = nx * (ny - 1);
  for (int k = 0; k < nz && j < ny; ++k) {
    out[c] = 2 * k; // race: write-write out
    c += layer;
  }
}

// expect: slices race=unproved
__global__ void slices(unsigned char *s, int width, int height, int depth, size_t pitch, size_t slice) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  for (int z = 0; z < depth; ++z)
    s[z * slice + y * pitch + 4 * x] = x + 3 * y + 17 * z; // race: write-write s [warning]; unproved: race needs-precondition pitch >= 4 * width && slice >= height * pitch
}

// Two threads share a column.
// expect: slices_racy race=refuted
__global__ void slices_racy(unsigned char *s, int width, int height, int depth, size_t pitch, size_t slice) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  for (int z = 0; z < depth; ++z)
    s[z * slice + y * pitch + x / 2] = x + 3 * y + 17 * z; // race: write-write s
}
