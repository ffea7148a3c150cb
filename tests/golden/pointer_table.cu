// A pointer out of a table of shared arrays may point into any of them.
// expect: table race=unproved
__global__ void table(int n) {
  __shared__ int a[1024], b[1024], c[1024];
  int *arrays[2] = {a, b};
  a[threadIdx.x] = (int)threadIdx.x;
  c[threadIdx.x] = arrays[n & 1][threadIdx.x ^ 1]; // unproved: race unknown-pointer
}
