// RUN: check --only=bounds
// Device and constant variables, local arrays, arrays in structs.
__constant__ int table[4] = {1, 2, 3, 4};
__device__ float state[64];
struct settings { int count; int weight[8]; };

// expect: looked_up bounds=proved
__global__ void looked_up(unsigned n) {
  if (n < 4 && threadIdx.x < 64) state[threadIdx.x] = (float)table[n];
}

// expect: looked_up_beyond bounds=refuted
__global__ void looked_up_beyond(unsigned n) {
  if (n <= 4 && threadIdx.x < 64)
    state[threadIdx.x] = (float)table[n]; // bounds: table
}

// What is constant is known; another table's contents are the host's affair.
__constant__ const int fixed[2] = {1, 63};
// expect: indirect bounds=proved
__global__ void indirect(unsigned n) {
  state[fixed[1]] = 0;
}

// expect: indirect_set bounds=unproved
__global__ void indirect_set(unsigned n) {
  state[table[3]] = 0; // bounds: state [warning]; unproved: bounds needs-precondition in_range(table, 0, 64)
}

// expect: locals bounds=proved
__global__ void locals(const settings s, int n) {
  int sums[8];
  for (int i = 0; i < 8; i++) sums[i] = s.weight[i];
  for (int i = 0; i < s.count && i < 8; i++) state[i] += (float)sums[(n + i) & 7];
}

// expect: locals_beyond bounds=refuted
__global__ void locals_beyond(const settings s, int n) {
  int sums[8];
  for (int i = 0; i < 8; i++)
    sums[i] =
        s.weight[i + 1]; // bounds: s
  for (int i = 0; i < s.count && i < 8; i++)
    state[i] += (float)sums[(n + i) & 8]; // bounds: sums
}

// Memory behind a pointer has no known size.
// expect: unknown bounds=unproved
__global__ void unknown(int *a) {
  a[threadIdx.x] = 0; // unproved: bounds unknown-extent
}
