// Loops that go back to a bound read from memory, and that may be left before it, or step over it: how far they have come.
// RUN: check --only=bounds --extent begins=n+1 --extent list=max(m,1) --extent out=n --requires n>=1

// expect: back_and_out bounds=unproved
__global__ void back_and_out(const int *begins, const int *list, int *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = begins[i + 1] - 1; j >= begins[i]; j--)
      if (list[j] > i) { // bounds: list [warning]; unproved: bounds needs-precondition in_range(begins, 0, elements(list) + 1)
        out[i] = j;
        break;
      }
}

// expect: back_by_warps bounds=unproved
__global__ void back_by_warps(const int *begins, const int *list, int *out, int n, int m) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, sum = 0;
  if (i < n) {
    for (int j = begins[i + 1] - 1 - (int)(threadIdx.x % 32); j >= begins[i]; j -= 32)
      sum += list[j]; // bounds: list [warning]; unproved: bounds needs-precondition in_range(begins, 0, elements(list) + 1)
    atomicAdd(&out[i], sum);
  }
}

// One element before the row's: the condition does not suffice.
// expect: one_before bounds=refuted
__global__ void one_before(const int *begins, const int *list, int *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = begins[i + 1] - 1; j >= begins[i]; j--)
      if (list[j - 1] > i) { // bounds: list
        out[i] = j;
        break;
      }
}
