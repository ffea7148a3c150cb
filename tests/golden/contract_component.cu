// One component of a pixel, chosen by a parameter of eight values.
// expect: paint race=unproved
__global__ void paint(unsigned char *image, int width, int height, size_t pitch, int face) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  unsigned char *pixel = image + y * pitch + 4 * x;
  if (face % 2)
    pixel[face / 2] = x; // race: write-write image [warning]; unproved: race needs-precondition pitch >= 4 * width
  else
    pixel[3] = y; // race: write-write image [warning]
}

// Nothing tells values of the parameter apart: it is a distance.
// expect: apart race=refuted
__global__ void apart(int *a, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[4 * i] = i; // @base
  a[4 * i + offset] = -i; // race: write-write a @base
}

// The component is right, the next pixel's is written too.
// expect: paint_racy race=refuted
__global__ void paint_racy(unsigned char *image, int width, int face) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  unsigned char *pixel = image + 4 * x;
  if (face % 2 && face >= 0) {
    pixel[face / 2] = x; // @own
    pixel[face / 2 + 4] = -x; // race: write-write image @own
  }
}
