// A structure of arrays: fields lie n elements apart.
// expect: fields race=unproved
__global__ void fields(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = i;             // @x
  v[i + n] = i + 1;     // @y; race: write-write v @x [warning]; unproved: race needs-precondition n >= gridDim.x * blockDim.x
  v[i + 2 * n] = i + 2; // race: write-write v @x [warning]; race: write-write v @y [warning]; unproved: race needs-precondition n >= gridDim.x * blockDim.x
}

// A distance is none: the missing barrier shows in every launch that uses it.
// expect: distance_racy race=refuted
__global__ void distance_racy(int *v, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] += v[i + d]; // race: read-write v
}

// Two arrays in one: threads write both.
// expect: two_arrays race=unproved
__global__ void two_arrays(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = i;      // @first_array
  v[i + n] = -i; // race: write-write v @first_array [warning]; unproved: race needs-precondition n >= gridDim.x * blockDim.x
}

// expect: two_arrays_racy race=refuted
__global__ void two_arrays_racy(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = i;              // @first_racy
  v[i / 2 + n] = 7 - i;  // race: write-write v; race: write-write v @first_racy [*]; may-unproved: race
}

// The halves of an array, one thread for two elements.
// expect: halves race=unproved
__global__ void halves(const int *a, int n) {
  extern __shared__ int s[];
  int half = n >> 1;
  s[threadIdx.x] = a[threadIdx.x];                   // @lower; unproved: race needs-precondition n >= 2 * blockDim.x
  s[threadIdx.x + half] = a[threadIdx.x + half] + 1; // race: write-write s @lower [warning]
}

// Who reads the other half needs a barrier.
// expect: halves_read race=refuted
__global__ void halves_read(int *a, int n) {
  extern __shared__ int s[];
  int half = n >> 1;
  s[threadIdx.x] = threadIdx.x;        // @stored
  a[threadIdx.x] = s[threadIdx.x + half]; // race: read-write s @stored
}

// Records of as many elements as the kernel writes.
// expect: records race=unproved
__global__ void records(int *a, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * size] = i;         // @head; race: write-write a [warning]; unproved: race needs-precondition size >= 4
  a[i * size + 3] = i + 3; // race: write-write a [warning]; race: write-write a @head [warning]; may-unproved: race
}

// Nobody writes the neighbour that is read: not a record.
// expect: records_read race=refuted
__global__ void records_read(int *a, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * size] += a[i * size + 3]; // race: read-write a; race: write-write a [warning]; race: read-write a [warning]
}

// Rows of triples, in units of elements.
// expect: triples race=unproved
__global__ void triples(float *v, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    v[3 * i] = i;                  // @t0
    v[3 * i + stride] = i + 1;     // @t1; race: write-write v @t0 [warning]; unproved: race needs-precondition stride >= 3 * n
    v[3 * i + 2 * stride] = i + 2; // race: write-write v @t0 [warning]; race: write-write v @t1 [warning]
  }
}
