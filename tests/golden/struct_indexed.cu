// Numbers of a structure that is passed by value and indexed: runs have what models say of them.
struct Info {
  int n;
  int size[4];
};
// expect: indexed race=refuted
__global__ void indexed(int *a, Info p, int d) {
  if (p.size[d & 3] == 7)
    a[0] = threadIdx.x; // race: write-write a
}

// expect: indexed_apart race=proved
__global__ void indexed_apart(int *a, Info p, int d) {
  if (p.size[d & 3] == 7)
    a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

// expect: copied race=refuted
__global__ void copied(int *a, Info p, int d) {
  Info q = p;
  q.n += 1;
  if (q.size[d & 3] > 1)
    a[0] = threadIdx.x; // race: write-write a
}
