// Blocks that walk over the tiles of an image: the tile's number is taken apart by how many stand in a row.

// expect: tiles_walk race=unproved
__global__ void tiles_walk(int *out, int w, int h, int tiles, int n) {
  for (int b = blockIdx.x; b < n; b += gridDim.x) {
    int x = blockDim.x * (b % tiles) + threadIdx.x, y = blockDim.y * (b / tiles) + threadIdx.y;
    if (x < w && y < h)
      out[w * y + x] = b; // may-race: write-write out [warning]; unproved: race needs-precondition tiles >= 1
  }
}

// expect: tiles_walk_unsigned race=unproved
__global__ void tiles_walk_unsigned(uchar4 *out, int w, int h, int tiles, int n) {
  for (unsigned b = blockIdx.x; b < n; b += gridDim.x) {
    unsigned column = b % tiles, row = b / tiles;
    int x = blockDim.x * column + threadIdx.x, y = blockDim.y * row + threadIdx.y;
    if (x < w && y < h) {
      out[w * y + x].x = b;     // may-race: write-write out [warning]; unproved: race needs-precondition tiles >= 1
      out[w * y + x].y = b + 1; // may-race: write-write out [warning]; unproved: race needs-precondition tiles >= 1
    }
  }
}

// Neighbours in a row share a pixel.
// expect: tiles_walk_racy race=refuted
__global__ void tiles_walk_racy(int *out, int w, int h, int tiles, int n) {
  for (int b = blockIdx.x; b < n; b += gridDim.x) {
    int x = blockDim.x * (b % tiles) + threadIdx.x, y = blockDim.y * (b / tiles) + threadIdx.y;
    if (x < w && y < h)
      out[w * y + x / 2] = x; // race: write-write out
  }
}

// Two tiles share their number's last bit.
// expect: tiles_walk_twice race=refuted
__global__ void tiles_walk_twice(int *out, int w, int h, int tiles, int n) {
  for (int b = blockIdx.x; b < n; b += gridDim.x) {
    int x = blockDim.x * (b / 2 % tiles) + threadIdx.x, y = blockDim.y * (b / 2 / tiles) + threadIdx.y;
    if (x < w && y < h)
      out[w * y + x] = b; // race: write-write out
  }
}
