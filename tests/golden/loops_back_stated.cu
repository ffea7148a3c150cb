// Conditions on contents that name the size of an array, stated.
// RUN: check --only=race,bounds --extent begins=n+1 --extent list=max(m,1) --extent out=n --requires n>=1 --requires in_range(begins,0,elements(list)+1)

// expect: back_and_out race=proved bounds=proved
__global__ void back_and_out(const int *begins, const int *list, int *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = begins[i + 1] - 1; j >= begins[i]; j--)
      if (list[j] > i) {
        out[i] = j;
        break;
      }
}

// expect: back_by_warps race=proved bounds=proved
__global__ void back_by_warps(const int *begins, const int *list, int *out, int n, int m) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, sum = 0;
  if (i < n) {
    for (int j = begins[i + 1] - 1 - (int)(threadIdx.x % 32); j >= begins[i]; j -= 32)
      sum += list[j];
    atomicAdd(&out[i], sum);
  }
}

// One element behind the row's, and the condition is one about one number more.
// expect: one_beyond race=unproved bounds=unproved
__global__ void one_beyond(const int *begins, const int *list, int *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = begins[i + 1]; j >= begins[i]; j--)
      if (list[j] > i) { // bounds: list [warning]; unproved: race needs-precondition in_range(begins, 0, elements(list)); unproved: bounds needs-precondition in_range(begins, 0, elements(list))
        out[i] = j;
        break;
      }
}
