// Rows behind a pitch: the elements of a row are 16 bytes apart, four floats each.
// expect: rows_pitch race=unproved
__global__ void rows_pitch(char *a, int w, int h, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    ((float *)(a + y * pitch))[4 * x] = x; // race: write-write a [warning]; unproved: race needs-precondition pitch >= 16 * w
}

// One element too far in each row: no pitch helps.
// expect: rows_racy race=refuted
__global__ void rows_racy(char *a, int w, int h, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    ((float *)(a + y * pitch))[4 * x] = x;     // @here; race: write-write a [warning]
    ((float *)(a + y * pitch))[4 * x + 4] = y; // race: write-write a @here; race: write-write a [warning]
  }
}

// The stride is a sum: hid + 1 elements.
// expect: rows_hidden race=unproved
__global__ void rows_hidden(float *w, int hid) {
  int i = (hid + 1) * threadIdx.y + threadIdx.x + 1;
  w[i] = threadIdx.x; // race: write-write w [warning]; unproved: race needs-precondition hid + 1 >= blockDim.x
}

// expect: rows_hidden_racy race=refuted
__global__ void rows_hidden_racy(float *w, int hid) {
  int i = (hid + 1) * threadIdx.y + threadIdx.x / 2;
  w[i] = threadIdx.x; // race: write-write w
}

// Rows behind the first, for all blocks, and the first, by block 0, after a barrier that orders its threads only.
// expect: rows_and_first race=unproved
__global__ void rows_and_first(float *w, int hid) {
  int by = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
  w[(hid + 1) * (16 * by + y + 1) + x] = by; // @rest; race: write-write w [warning]; unproved: race needs-precondition hid + 1 >= blockDim.x
  __syncthreads();
  if (y == 0 && by == 0)
    w[x] = x + 1; // race: write-write w @rest [warning]; unproved: race needs-precondition hid + 1 >= blockDim.x
}

// The last element of the first row is the first of the second.
// expect: rows_and_first_racy race=refuted
__global__ void rows_and_first_racy(float *w, int hid) {
  int by = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
  if (x <= hid)
    w[(hid + 1) * (16 * by + y + 1) + x] = by; // @behind; race: write-write w [warning]
  __syncthreads();
  if (y == 0 && by == 1 && x <= hid)
    w[x + 1] = x + 2; // race: write-write w @behind
}

// What is written comes from another array, by divisions: the rows alone say when it is excluded.
// expect: shuffle race=unproved
__global__ void shuffle(int groups, int k, int width, const float *x, float *y) {
  int channels = groups * k, n = blockIdx.y, from = blockIdx.z % groups * k + blockIdx.z / groups;
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < width)
    y[(n * channels + blockIdx.z) * width + i] = x[(n * channels + from) * width + i]; // race: write-write y [warning]; unproved: race needs-precondition blockDim.x <= 256 && groups * k >= gridDim.z
}

// expect: shuffle_racy race=refuted
__global__ void shuffle_racy(int groups, int k, int width, const float *x, float *y) {
  int channels = groups * k, n = blockIdx.y, from = blockIdx.z % groups * k + blockIdx.z / groups;
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < width)
    y[(n * channels + blockIdx.z / 2) * width + i] = x[(n * channels + from) * width + i]; // race: write-write y
}

// Rows one element shorter than a parameter says.
// expect: short_rows race=unproved
__global__ void short_rows(float *p, const int *lengths, int length) {
  if (threadIdx.x == 0 && blockIdx.x < lengths[blockIdx.y] - 1)
    p[blockIdx.x + blockIdx.y * (length - 1)] = blockIdx.x; // race: write-write p [warning]; unproved: race needs-precondition length - 1 >= gridDim.x
}

// expect: short_rows_racy race=refuted
__global__ void short_rows_racy(float *p, const int *lengths, int length) {
  if (threadIdx.x < 2 && blockIdx.x < lengths[blockIdx.y] - 1)
    p[blockIdx.x + blockIdx.y * (length - 1)] = threadIdx.x; // race: write-write p
}

// Columns are clamped to the row's last.
// expect: clamped race=unproved
__global__ void clamped(int *a, int width, int height, int stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = min(x, width - 1) + min(y, height - 1) * stride;
  if (x < width && y < height)
    a[i] = x + 64 * y; // race: write-write a [warning]; unproved: race needs-precondition stride >= width
}

// Without the guard the threads behind the row write its last element, too.
// expect: clamped_racy race=refuted
__global__ void clamped_racy(int *a, int width, int height, int stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = min(x, width - 1) + min(y, height - 1) * stride;
  if (y < height)
    a[i] = x + 64 * y; // race: write-write a
}
