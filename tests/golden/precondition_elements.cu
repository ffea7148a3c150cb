// Strides are counted in elements, whatever their size; members of a record ask for as many as it has.

// expect: doubles race=unproved
__global__ void doubles(double *a, int nx, int ny, long sx, long sy) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < nx && y < ny)
    a[x * sx + y * sy] = x + 77 * y; // race: write-write a [warning]; unproved: race needs-precondition sx >= 1 && sy >= nx * sx
}

// expect: pairs race=unproved
__global__ void pairs(float *a, int nx, int ny, int sx, int sy) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < nx && y < ny) {
    a[x * sx + y * sy] = x + 77 * y; // @first; race: write-write a [warning]; unproved: race needs-precondition sx >= 2 && sy >= nx * sx
    a[x * sx + y * sy + 1] = x + 77 * y; // race: write-write a [warning]; race: write-write a @first [warning]
  }
}

// expect: line race=unproved
__global__ void line(short *a, int n, int s) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  if (x < n) {
    a[x * s] = x; // @member; unproved: race needs-precondition s >= 3; race: write-write a [warning]
    a[x * s + 2] = x; // race: write-write a @member [warning]; race: write-write a [warning]
  }
}
