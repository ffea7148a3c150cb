// Rows of p numbers, of which v are written in pieces of four.
// expect: padded race=unproved
__global__ void padded(float *a, int v, int p) {
  for (int i = threadIdx.x; i < (v + 3) / 4; i += (int)blockDim.x)
    for (int k = 0; k < 4; k++)
      a[blockIdx.x * p + 4 * i + k] = threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition p >= v
}

// The piece behind the last one is written too.
// expect: padded_racy race=refuted
__global__ void padded_racy(float *a, int v, int p) {
  for (int i = threadIdx.x; i < (v + 3) / 4 + 1; i += (int)blockDim.x)
    for (int k = 0; k < 5; k++)
      a[blockIdx.x * p + 4 * i + k] = threadIdx.x; // race: write-write a
}
