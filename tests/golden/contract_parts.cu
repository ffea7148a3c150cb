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

// Two tables of 8 rows of 128.
// expect: tables_of_rows race=unproved
__global__ void tables_of_rows(const int *a) {
  extern __shared__ int both[];
  int i = threadIdx.y * 128 + threadIdx.x;
  both[i] = threadIdx.x;            // @upper; race: write-write both [warning]; unproved: race needs-precondition blockDim.x <= 128 && blockDim.y <= 8
  both[i + 1024] = threadIdx.x + 1; // race: write-write both [warning]; race: write-write both @upper [warning]
}

// Two rows further down is no table of its own.
// expect: rows_next race=refuted
__global__ void rows_next(const int *a) {
  extern __shared__ int both[];
  int i = threadIdx.y * 128 + threadIdx.x;
  both[i] = threadIdx.x;           // @row; race: write-write both [warning]
  both[i + 256] = threadIdx.x + 1; // race: write-write both [warning]; race: write-write both @row
}

// Nobody writes a second table: the barrier is missing.
// expect: rows_read race=refuted
__global__ void rows_read(int *a) {
  extern __shared__ int both[];
  int i = threadIdx.y * 128 + threadIdx.x;
  both[i] = threadIdx.x;           // @stored; race: write-write both [warning]
  a[i] = both[i + 1024];      // race: read-write both @stored; race: write-write a [warning]
}

// Halves with an element of padding behind each row of 32.
// expect: padded_halves race=unproved
__global__ void padded_halves(const int *a) {
  __shared__ int s[1024];
  int i = threadIdx.x, j = i + 64;
  s[i + i / 32] = a[i]; // @half; unproved: race needs-precondition blockDim.x <= 64
  s[j + j / 32] = a[j] + 1; // race: write-write s @half [warning]
}

// expect: padded_halves_racy race=refuted
__global__ void padded_halves_racy(const int *a) {
  __shared__ int s[1024];
  int i = threadIdx.x, j = i + 64;
  s[i + i / 32] = a[i];      // @other_half
  s[j + j / 32 - 8] = a[j] + 1;  // race: write-write s @other_half
}

// The guard says how many there are of the first.
// expect: halo_racy race=refuted
__global__ void halo_racy(const int *a) {
  extern __shared__ int both[];
  if (threadIdx.x <= 64)
    both[threadIdx.x] = a[threadIdx.x];            // @halo
  both[threadIdx.x + 64] = a[threadIdx.x] + 1;     // race: write-write both @halo
}

// Elements of two halves are put in order: no tables of their own, the barrier is missing.
// expect: exchange_racy race=refuted
__global__ void exchange_racy(int *s) {
  int i = threadIdx.x, low = s[i], high = s[i + 64]; // @values
  if (low > high) {
    s[i] = high;     // @ordered; race: read-write s @values
    s[i + 64] = low; // race: read-write s @values; race: write-write s @ordered
  }
}

// One thread each writes here and there: no arrays, a race where the offset lets them meet.
// expect: chosen_threads race=refuted
__global__ void chosen_threads(float *a, int x) {
  if (threadIdx.x == 15)
    a[threadIdx.x + x] = 1; // @there
  if (threadIdx.x == 200)
    a[threadIdx.x] = 2; // race: write-write a @there
}
