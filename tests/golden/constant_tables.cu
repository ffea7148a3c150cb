// Constant tables of functions and of pointers. Functions have addresses, which only tell them apart; where variables
// lie is not known, so what is reached through such a table is nothing that a run could show.
// RUN: check --only=race
#define one_block (blockIdx.x == 0)

typedef int (*place)(int);
__device__ int own(int i) { return i; }
__device__ int half(int i) { return i / 2; }

__device__ const place places[3] = {own, nullptr, half};

// expect: first race=proved
__global__ void first(int *a) {
  if (one_block)
    a[places[0](threadIdx.x)] = threadIdx.x;
}

// expect: last race=refuted
__global__ void last(int *a) {
  if (one_block)
    a[places[2](threadIdx.x)] = threadIdx.x; // race: write-write a
}

// expect: chosen race=refuted
__global__ void chosen(int *a, unsigned n) {
  if (one_block && n < 3)
    a[places[n](threadIdx.x)] = threadIdx.x; // race: write-write a; may-race: write-write a [warning]; may-unproved: race
}

struct operation {
  const char *name;
  place to;
  int stride;
};
__device__ const operation operations[2] = {{"own", own, 1}, {"half", half, 0}};

// expect: named_own race=proved
__global__ void named_own(int *a) {
  if (one_block)
    a[operations[0].to(threadIdx.x)] = threadIdx.x;
}

// expect: named_half race=refuted
__global__ void named_half(int *a) {
  if (one_block)
    a[operations[1].to(threadIdx.x)] = threadIdx.x; // race: write-write a
}

// expect: strides race=refuted
__global__ void strides(int *a, unsigned n) {
  if (one_block && n < 2)
    a[threadIdx.x * operations[n].stride] = threadIdx.x; // race: write-write a
}

// expect: strides_own race=proved
__global__ void strides_own(int *a, unsigned n) {
  if (one_block && n < 1)
    a[threadIdx.x * operations[n].stride] = threadIdx.x;
}

__device__ const int numbers[4] = {0, 1, 2, 3};
__device__ const int *const lists[2] = {numbers, numbers};

// expect: through race=unproved
__global__ void through(int *a) {
  if (one_block && threadIdx.x < 4)
    a[lists[0][threadIdx.x]] = threadIdx.x; // may-race: write-write a [warning]; may-unproved: race
}

// expect: through_local race=unproved
__global__ void through_local(int *a, int n) {
  const int *local[2] = {numbers, numbers};
  if (one_block && threadIdx.x < 4)
    a[local[n & 1][threadIdx.x]] = threadIdx.x; // may-race: write-write a [warning]; may-unproved: race
}
