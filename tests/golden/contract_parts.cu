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

// The tables are for 256 threads, and so is the byte.
// expect: table_and_byte race=unproved
__global__ void table_and_byte(const int *a) {
  extern __shared__ int both[];
  unsigned char i = threadIdx.x;
  both[threadIdx.x] = a[threadIdx.x];           // @low; unproved: race needs-precondition blockDim.x <= 256
  both[threadIdx.x + 256] = a[threadIdx.x] + 1; // race: write-write both @low [warning]
  __syncthreads();
  both[i] = threadIdx.x;                        // race: write-write both [warning]; unproved: race needs-precondition blockDim.x <= 256
}

// expect: table_and_half race=refuted
__global__ void table_and_half(const int *a) {
  extern __shared__ int both[];
  unsigned char i = threadIdx.x / 2;
  both[threadIdx.x] = a[threadIdx.x];           // @lower; unproved: race needs-precondition blockDim.x <= 256
  both[threadIdx.x + 256] = a[threadIdx.x] + 1; // race: write-write both @lower [warning]
  __syncthreads();
  both[i] = threadIdx.x;                        // race: write-write both
}
