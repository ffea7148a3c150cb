// Indices in bytes, and arrays that share memory: for at most so many threads.

// expect: in_byte race=unproved
__global__ void in_byte(int *a) {
  __shared__ int s[256];
  unsigned char i = threadIdx.x;
  s[i] = threadIdx.x; // race: write-write s [warning]; unproved: race needs-precondition blockDim.x <= 256
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}

// expect: in_byte_racy race=refuted
__global__ void in_byte_racy(int *a) {
  __shared__ int s[256];
  unsigned char i = threadIdx.x;
  s[i / 2] = threadIdx.x; // race: write-write s
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}

// Two tables of 256 elements.
// expect: two_tables race=unproved
__global__ void two_tables(const int *a) {
  extern __shared__ int both[];
  int *first = both, *second = both + 256;
  first[threadIdx.x] = a[threadIdx.x];            // @first
  second[threadIdx.x] = a[threadIdx.x] + 1;       // race: write-write both @first [warning]; unproved: race needs-precondition blockDim.x <= 256
}

// A neighbour's element is no table of its own.
// expect: neighbour race=refuted
__global__ void neighbour(const int *a) {
  extern __shared__ int both[];
  both[threadIdx.x] = a[threadIdx.x];             // @own
  both[threadIdx.x + 32] = a[threadIdx.x] + 1;    // race: write-write both @own
}
