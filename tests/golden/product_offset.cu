// A product beside itself times something: plane (x + 1) of planes of n*m elements.
// expect: offset_free race=proved
__global__ void offset_free(int *a, unsigned n, unsigned m) {
  unsigned long long plane = (unsigned long long)n * m;
  if (threadIdx.x < plane)
    a[blockIdx.x * plane + plane + threadIdx.x] = (int)threadIdx.x + (int)blockIdx.x;
}

// expect: offset_racy race=refuted
__global__ void offset_racy(int *a, unsigned n, unsigned m) {
  unsigned long long plane = (unsigned long long)n * m;
  if (threadIdx.x <= plane)
    a[blockIdx.x * plane + plane + threadIdx.x] = (int)threadIdx.x + (int)blockIdx.x; // race: write-write a
}

// expect: volume_free race=proved
__global__ void volume_free(int *a, unsigned n, unsigned m, unsigned c) {
  unsigned long long row = m, plane = row * n, volume = plane * c;
  unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x < m && y < n && z < c)
    a[blockIdx.x * volume + volume + z * plane + plane + y * row + row + x] = (int)(x + y + z + blockIdx.x);
}
