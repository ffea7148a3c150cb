// Arrays that share memory: for at most so many threads.

// Two tables of 256 elements.
// expect: two_tables race=unproved
__global__ void two_tables(const int *a) {
  extern __shared__ int both[];
  int *first = both, *second = both + 256;
  first[threadIdx.x] = a[threadIdx.x];            // @first; unproved: race needs-precondition blockDim.x <= 256
  second[threadIdx.x] = a[threadIdx.x] + 1;       // race: write-write both @first [warning]
}

// A neighbour's element is no table of its own.
// expect: neighbour race=refuted
__global__ void neighbour(const int *a) {
  extern __shared__ int both[];
  both[threadIdx.x] = a[threadIdx.x];             // @own
  both[threadIdx.x + 32] = a[threadIdx.x] + 1;    // race: write-write both @own
}
