// RUN: check --param n=100
// What the user says of an argument holds in every run, in those with other arguments too.
// expect: stated race=unproved
__global__ void stated(int *cell, int n) {
  __shared__ int s[1];
  atomicExch(&cell[threadIdx.x], n);
  if (atomicExch(&cell[threadIdx.x], 0) < 100)
    s[0] = (int)threadIdx.x; // race: write-write s [warning] ; may-unproved: race
}

// expect: stated_racy race=refuted
__global__ void stated_racy(int *cell, int n) {
  __shared__ int s[1];
  atomicExch(&cell[threadIdx.x], n);
  if (atomicExch(&cell[threadIdx.x], 0) <= 100)
    s[0] = (int)threadIdx.x; // race: write-write s
}
