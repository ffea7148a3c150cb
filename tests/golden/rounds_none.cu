// RUN: check --only=race
// The barrier between a test of a flag and its update stands in a loop: it goes round at least once, whether a parameter says how
// often or an array. What is read before the loop stays in all of its rounds.

// expect: counted race=unproved
__global__ void counted(const int *counts, int *flag, int *out, const int *in) {
  __shared__ int best[2];
  int b = blockIdx.x, k = counts[b];
  if (flag[b] == 1) return; // @counted; unproved: race needs-precondition positive(counts)
  for (int i = 0; i < k; i++) {
    if (threadIdx.x == 0) best[i & 1] = in[b * 64 + i];
    __syncthreads();
    out[(b * 1024 + threadIdx.x) * 64 + (i & 63)] = best[i & 1];
  }
  if (threadIdx.x == 0) flag[b] = 1; // race: read-write flag @counted [warning]
}

// Once is not enough.
// expect: counted_racy race=refuted
__global__ void counted_racy(const int *counts, int *flag, int *out, const int *in) {
  __shared__ int best[2];
  int b = blockIdx.x, k = counts[b];
  if (flag[b] == 1) return; // @counted_racy
  for (int i = 1; i < k; i++) {
    if (threadIdx.x == 0) best[i & 1] = in[b * 64 + i];
    __syncthreads();
    out[(b * 1024 + threadIdx.x) * 64 + (i & 63)] = best[i & 1];
  }
  if (threadIdx.x == 0) flag[b] = 1; // race: read-write flag @counted_racy
}

// expect: sized race=unproved
__global__ void sized(int k, int *flag, int *out, const int *in) {
  __shared__ int best[2];
  int b = blockIdx.x;
  if (flag[b] == 1) return; // @sized; unproved: race needs-precondition k >= 1
  for (int i = 0; i < k; i++) {
    if (threadIdx.x == 0) best[i & 1] = in[b * 64 + i];
    __syncthreads();
    out[(b * 1024 + threadIdx.x) * 64 + (i & 63)] = best[i & 1];
  }
  if (threadIdx.x == 0) flag[b] = 1; // race: read-write flag @sized [warning]
}

// expect: chosen race=unproved
__global__ void chosen(const int *counts, int most, int *flag, int *out, const int *in) {
  __shared__ int best[2];
  int b = blockIdx.x, k = counts ? counts[b] : most;
  if (flag[b] == 1) return; // @chosen; unproved: race needs-precondition positive(counts)
  for (int i = 0; i < k; i++) {
    if (threadIdx.x == 0) best[i & 1] = in[b * 64 + i];
    __syncthreads();
    out[(b * 1024 + threadIdx.x) * 64 + (i & 63)] = best[i & 1];
  }
  if (threadIdx.x == 0) flag[b] = 1; // race: read-write flag @chosen [warning]
}

// What is read in the last round has no barrier behind it.
// expect: again race=refuted
__global__ void again(int k, int *flag, int *out) {
  int b = blockIdx.x, sum = 0;
  for (int i = 0; i < k; i++) {
    __syncthreads();
    sum += flag[b]; // @again
  }
  out[b * 1024 + threadIdx.x] = sum;
  if (threadIdx.x == 0) flag[b] = 1; // race: read-write flag @again
}
