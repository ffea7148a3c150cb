// What a read gives where the write stands in a loop without a barrier: if it is executed in the
// first iteration, what was there before is overwritten.
// expect: first_free race=proved
__global__ void first_free(int *in) {
  int t = threadIdx.x;
  for (int i = 0; i <= t; i++)
    in[t] = 0;
  __syncthreads();
  if (t % 2 == 1)
    in[t] = in[in[t]];
}

// expect: several_free race=proved
__global__ void several_free(int *in, int n) {
  int t = threadIdx.x;
  in[t] = 1;
  for (int i = 0; i < 3; i++) {
    in[t] = 0;
    if (i == 1)
      in[t] = 2;
    if (t == n)
      in[t] = 4;
  }
  __syncthreads();
  if (t % 2 == 1)
    in[t] = in[in[t]];
}

// A later iteration stores an odd number.
// expect: several_racy race=refuted
__global__ void several_racy(int *in, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < 3; i++) {
    in[t] = t & 1 ? 2 : 5;
    if (i == 2 && t == n)
      in[t] = 1;
  }
  __syncthreads();
  if (t % 2 == 1)
    in[t] = in[in[t]] + 7; // race: read-write in
}

// The loop may not run: the index is what the caller passes.
// expect: perhaps_racy race=refuted
__global__ void perhaps_racy(int *in, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    in[t] = 0;
  __syncthreads();
  if (t % 2 == 1)
    in[t] = in[in[t]] + 7; // race: read-write in
}

// Not in the first iteration.
// expect: second_racy race=refuted
__global__ void second_racy(int *in) {
  int t = threadIdx.x;
  for (int i = 0; i <= t; i++)
    if (i > 1)
      in[t] = 0;
  __syncthreads();
  if (t % 2 == 1)
    in[t] = in[in[t]] + 7; // race: read-write in
}

// The iteration before the barrier of the next one of the outer loop.
// expect: nested_free race=proved
__global__ void nested_free(int *in, int n) {
  int t = threadIdx.x;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < 4; i++)
      in[t] = 0;
    __syncthreads();
    if (t % 2 == 1)
      in[t] = in[in[t]] + 1;
    __syncthreads();
  }
}
