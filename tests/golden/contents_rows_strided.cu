// Rows that begin and end at elements of an array: stores to them are apart if these are in order, whoever has which row.
#include <wp_contract.h>

// expect: guarded race=unproved
__global__ void guarded(int n, const int *ptr, int *out) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n)
    for (int j = ptr[row] + threadIdx.x; j < ptr[row + 1]; j += blockDim.x)
      out[j] = row; // race: write-write out [warning]; unproved: race needs-precondition sorted(ptr)
}

// expect: of_thread race=unproved
__global__ void of_thread(int n, const int *ptr, int *out) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < n; row += gridDim.x * blockDim.x)
    for (int j = ptr[row]; j < ptr[row + 1]; j++)
      out[j] = row; // race: write-write out [warning]; unproved: race needs-precondition sorted(ptr)
}

// expect: of_block race=unproved
__global__ void of_block(int n, const int *ptr, int *out) {
  for (int row = blockIdx.x; row < n; row += gridDim.x)
    for (int j = ptr[row] + threadIdx.x; j < ptr[row + 1]; j += blockDim.x)
      out[j] = row + threadIdx.x; // race: write-write out [warning]; unproved: race needs-precondition sorted(ptr)
}

// expect: strided race=unproved
__global__ void strided(int n, const int *ptr, int *out) {
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < n; row += gridDim.y * blockDim.y)
    for (int j = ptr[row] + threadIdx.x; j < ptr[row + 1]; j += blockDim.x)
      out[j] = row + threadIdx.x; // race: write-write out [warning]; unproved: race needs-precondition sorted(ptr)
}

// All threads along x store one value.
// expect: same_value race=unproved
__global__ void same_value(int n, const int *ptr, const int *ind, const float *work, float *out) {
  for (int row = blockIdx.z * blockDim.z + threadIdx.z; row < n; row += gridDim.z * blockDim.z)
    for (int j = ptr[row] + blockIdx.y * blockDim.y + threadIdx.y; j < ptr[row + 1]; j += gridDim.y * blockDim.y)
      out[j] = work[row] + work[ind[j]]; // race: write-write out [warning]; unproved: race needs-precondition sorted(ptr)
}

// expect: ordered race=proved
// assume: required
__global__ void ordered(int n, const int *ptr, int *out) {
  wp_contents(sorted(ptr));
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < n; row += gridDim.y * blockDim.y)
    for (int j = ptr[row] + threadIdx.x; j < ptr[row + 1]; j += blockDim.x)
      out[j] = row + threadIdx.x;
}

// The end is another row's begin.
// expect: inclusive race=refuted
__global__ void inclusive(int n, const int *ptr, int *out) {
  wp_contents(sorted(ptr));
  for (int row = blockIdx.x; row < n; row += gridDim.x)
    for (int j = ptr[row] + threadIdx.x; j <= ptr[row + 1]; j += blockDim.x)
      out[j] = row; // race: write-write out
}

// Each row is two rows long.
// expect: overlapping race=refuted
__global__ void overlapping(int n, const int *ptr, int *out) {
  wp_contents(sorted(ptr));
  for (int row = blockIdx.x; row < n; row += gridDim.x)
    for (int j = ptr[row] + threadIdx.x; j < ptr[row + 2]; j += blockDim.x)
      out[j] = row; // race: write-write out
}

// expect: one_before race=refuted
__global__ void one_before(int n, const int *ptr, int *out) {
  wp_contents(sorted(ptr));
  for (int row = blockIdx.x; row < n; row += gridDim.x)
    for (int j = ptr[row] + threadIdx.x - 1; j < ptr[row + 1]; j += blockDim.x)
      out[j] = row; // race: write-write out
}

// Two blocks have one row.
// expect: shared_rows race=refuted
__global__ void shared_rows(int n, const int *ptr, int *out) {
  wp_contents(sorted(ptr));
  int row = blockIdx.x / 2;
  if (row < n)
    for (int j = ptr[row] + threadIdx.x; j < ptr[row + 1]; j += blockDim.x)
      out[j] = blockIdx.x; // race: write-write out
}
