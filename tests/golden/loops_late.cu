// A counterexample in which a loop runs more than 2^20 times is no natural one.
// expect: late race=unproved
__global__ void late(int *a, int n) {
  for (int k = 0; k < n; k++)
    if (k == 2000000)
      a[0] = threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition
}

// expect: early race=refuted
__global__ void early(int *a, int n) {
  for (int k = 0; k < n; k++)
    if (k == 2000)
      a[0] = threadIdx.x; // race: write-write a
}
