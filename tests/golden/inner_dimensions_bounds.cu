// RUN: check --only=bounds
// Leaving an inner dimension: of an array, of an array in a struct, of an array behind a pointer. What leaves the
// whole array is told as that alone.

// expect: masked bounds=refuted
__global__ void masked() {
  __shared__ int s[4][8];
  if (threadIdx.x < 48)
    s[threadIdx.x >> 4][threadIdx.x & 15] = 1; // dimension: s
}

// expect: masked_free bounds=proved
__global__ void masked_free() {
  __shared__ int s[4][16];
  if (threadIdx.x < 48)
    s[threadIdx.x >> 4][threadIdx.x & 15] = 1;
}

// expect: last bounds=unproved
__global__ void last() {
  __shared__ int s[4][8];
  if (threadIdx.x < 9)
    s[3][threadIdx.x] = 1; // bounds: s [warning]; unproved: bounds needs-precondition no access of 's' out of bounds if blockDim.x <= 8
}

// expect: last_free bounds=proved
__global__ void last_free() {
  __shared__ int s[4][8];
  if (threadIdx.x < 8)
    s[3][threadIdx.x] = 1;
}

// Below the first element of a row.
// expect: before bounds=refuted
__global__ void before() {
  __shared__ int s[4][8];
  if (threadIdx.x < 8)
    s[1][(int)threadIdx.x - 1] = 1; // dimension: s
}

// expect: before_free bounds=proved
__global__ void before_free() {
  __shared__ int s[4][8];
  if (threadIdx.x < 8 && threadIdx.x >= 1)
    s[1][(int)threadIdx.x - 1] = 1;
}

struct Pair { int first[4], second[4]; };

// expect: member bounds=refuted
__global__ void member() {
  __shared__ Pair s[16];
  if (threadIdx.x < 128)
    s[threadIdx.x >> 3].first[threadIdx.x & 7] = 1; // dimension: s
}

// expect: member_free bounds=proved
__global__ void member_free() {
  __shared__ Pair s[16];
  if (threadIdx.x < 128)
    s[threadIdx.x >> 3].first[threadIdx.x & 3] = 1;
}

// Nothing tells how many rows there are.
// expect: behind bounds=refuted
__global__ void behind(int (*m)[8]) {
  if (threadIdx.x < 8)
    m[blockIdx.x][threadIdx.x + 1] = 1; // dimension: m; unproved: bounds unknown-extent
}

// expect: behind_free bounds=unproved
__global__ void behind_free(int (*m)[8]) {
  if (threadIdx.x < 8)
    m[blockIdx.x][threadIdx.x] = 1; // unproved: bounds unknown-extent
}

// expect: parameter bounds=refuted
__global__ void parameter(Pair p) {
  __shared__ int m[16];
  if (threadIdx.x < 4)
    m[threadIdx.x] = p.first[threadIdx.x + 1]; // dimension: p
}

// expect: parameter_free bounds=proved
__global__ void parameter_free(Pair p) {
  __shared__ int m[16];
  if (threadIdx.x < 4)
    m[threadIdx.x] = p.first[threadIdx.x];
}

// expect: own bounds=refuted
__global__ void own(int k) {
  __shared__ int m[1];
  int a[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  if (threadIdx.x == 0)
    m[0] = a[0][k & 7]; // dimension: *
}

// expect: own_free bounds=proved
__global__ void own_free(int k) {
  __shared__ int m[1];
  int a[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  if (threadIdx.x == 0)
    m[0] = a[0][k & 3];
}

// A loop in the middle of the address.
// expect: looped bounds=refuted
__global__ void looped() {
  __shared__ int s[8][8][8];
  if (threadIdx.x < 8)
    for (int j = 0; j < 9; j++)
      s[threadIdx.x & 3][j][threadIdx.x] = j; // dimension: s
}

// expect: looped_free bounds=proved
__global__ void looped_free() {
  __shared__ int s[8][8][8];
  if (threadIdx.x < 8)
    for (int j = 0; j < 8; j++)
      s[threadIdx.x & 3][j][threadIdx.x] = j;
}

// The second half of the address is computed elsewhere.
// expect: branched bounds=refuted
__global__ void branched(int k) {
  __shared__ int s[8][8];
  if (threadIdx.x < 8)
    s[threadIdx.x & 3][k > 0 ? threadIdx.x : 8] = k; // dimension: s
}

// expect: branched_free bounds=proved
__global__ void branched_free(int k) {
  __shared__ int s[8][8];
  if (threadIdx.x < 8)
    s[threadIdx.x & 3][k > 0 ? threadIdx.x : 7] = k;
}

// An address that nobody goes to.
// expect: unused bounds=proved
__global__ void unused(int k) {
  __shared__ int s[8][8];
  int *end = &s[1][threadIdx.x];
  if (threadIdx.x < 8)
    *end = k;
}

// The last array of a struct behind a pointer that has one element stands for as many as there are.
struct Open { int count, data[1]; };
// expect: open_ended bounds=unproved
__global__ void open_ended(Open *o) {
  if (threadIdx.x < 4)
    o->data[threadIdx.x] = 1; // unproved: bounds unknown-extent
}
