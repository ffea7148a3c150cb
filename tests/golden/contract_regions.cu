// The first part of an array, up to one parameter, and the rest, from another on: in order, they are apart.
// expect: parts race=unproved
__global__ void parts(unsigned lo, unsigned hi, unsigned n, int *a) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < lo)
    a[t] = 1; // @first; unproved: race needs-precondition hi >= lo
  if (hi + t < n)
    a[hi + t] = 0; // race: write-write a @first [warning]
}

// Both parameters count pieces of 24 elements, four at a time.
// expect: pieces race=unproved
__global__ void pieces(unsigned lo, unsigned hi, unsigned n, float *a) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < lo * 24 / 4)
    a[t] = 1; // @first_pieces; unproved: race needs-precondition hi >= lo
  if (hi * 24 / 4 + t < n)
    a[hi * 24 / 4 + t] = 0; // race: write-write a @first_pieces [warning]
}

// The first part has one element more.
// expect: longer race=unproved
__global__ void longer(unsigned lo, unsigned hi, unsigned n, int *a) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t <= lo)
    a[t] = 1; // @first_too; unproved: race needs-precondition hi >= lo + 1
  if (hi + t < n)
    a[hi + t] = 0; // race: write-write a @first_too [warning]
}

// Threads share the rest in pairs.
// expect: shared race=refuted
__global__ void shared(unsigned lo, unsigned hi, unsigned n, int *a) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < lo)
    a[t] = 1; // @first_part; unproved: race needs-precondition hi >= lo
  if (t < n)
    a[hi + t / 2] = t; // race: write-write a; race: write-write a @first_part [warning]
}
