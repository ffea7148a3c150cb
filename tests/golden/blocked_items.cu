// Items of a thread that lie side by side, and a guard of the last ones: the guard says nothing of how many a thread has.

// expect: items race=unproved
__global__ void items(float *o, int n) {
  for (int j = 0; j < 4; j++) {
    int i = blockIdx.x * 1024 + threadIdx.x * 4 + j;
    if (i < n)
      o[i] += 1; // race: read-write o [warning]; race: write-write o [warning]
  }
}

// expect: items_fit race=proved
__global__ void __launch_bounds__(256) items_fit(float *o, int n) {
  for (int j = 0; j < 4; j++) {
    int i = blockIdx.x * 1024 + threadIdx.x * 4 + j;
    if (i < n)
      o[i] += 1;
  }
}

// expect: items_racy race=refuted
__global__ void __launch_bounds__(256) items_racy(float *o, int n) {
  for (int j = 0; j < 5; j++) {
    int i = blockIdx.x * 1024 + threadIdx.x * 4 + j;
    if (i < n)
      o[i] += 1; // race: read-write o; race: write-write o
  }
}
