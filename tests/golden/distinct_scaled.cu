// Elements that differ stay apart times a constant, plus another: what overflows there is undefined.
// expect: pairs race=unproved
__global__ void pairs(int *a, const int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[2 * p[i]] = i; // race: write-write a [warning]; unproved: race needs-precondition distinct(p)
  a[2 * p[i] + 1] = i; // race: write-write a [warning]; unproved: race needs-precondition distinct(p)
}

// expect: sixths race=unproved
__global__ void sixths(int *a, const int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[6 * p[i] + 3] = i; // race: write-write a [warning]; unproved: race needs-precondition distinct(p)
}

// Unsigned numbers wrap: 0x80000000 and 0 are one.
// expect: unsigned_pairs race=unproved
__global__ void unsigned_pairs(int *a, const unsigned *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[2 * p[i] + 1] = i; // race: write-write a [warning]; unproved: race needs-precondition
}
