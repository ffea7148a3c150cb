// RUN: check --only=bounds --extent a=n --extent b=n --extent image=w*h --extent v=n/4 --extent empty=0 --extent rows=gridDim.x*blockDim.x
// Arguments whose sizes are given.

// expect: guarded bounds=proved
__global__ void guarded(int *a, const int *b, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) a[i] = b[i];
}

// expect: one_more bounds=refuted
__global__ void one_more(int *a, const int *b, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i <= n)
    a[i] = // bounds: a
        b[i]; // bounds: b
}

// expect: unguarded bounds=refuted
__global__ void unguarded(int *a, int n) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = n; // bounds: a
}

// The size is the number of threads.
// expect: each bounds=proved
__global__ void each(float *rows) {
  rows[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: next bounds=refuted
__global__ void next(float *rows) {
  rows[blockIdx.x * blockDim.x + threadIdx.x + 1] = 0; // bounds: rows
}

// expect: pixel bounds=proved
__global__ void pixel(unsigned char *image, int w, int h) {
  int x = (int)(blockIdx.x * blockDim.x + threadIdx.x), y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < w && y < h) image[(size_t)y * w + x] = 0;
}

// expect: pixel_transposed bounds=refuted
__global__ void pixel_transposed(unsigned char *image, int w, int h) {
  int x = (int)(blockIdx.x * blockDim.x + threadIdx.x), y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < w && y < h) image[(size_t)x * w + y] = 0; // bounds: image
}

// expect: large bounds=proved
__global__ void large(double *a, unsigned n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) a[i] = 0;
}

// Four floats at a time: v has n / 4 elements of float4.
// expect: vector bounds=proved
__global__ void vector(float4 *v, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n / 4) v[i] = make_float4(0, 0, 0, 0);
}

// The last vector sticks out where n is no multiple of four.
// expect: vector_tail bounds=refuted
__global__ void vector_tail(float *a, int n) {
  int i = 4 * (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) *(float4 *)(a + i) = make_float4(0, 0, 0, 0); // bounds: a
}

// expect: nothing bounds=proved
__global__ void nothing(int *empty, int n) {
  if (n > 0 && n < 0) empty[threadIdx.x] = 0;
}

// expect: something bounds=refuted
__global__ void something(int *empty, int n) {
  if (threadIdx.x == 0) empty[0] = 0; // bounds: empty
}

struct pair { int first, second; };
// The size of an element is not known here.
// expect: structs bounds=unproved
__global__ void structs(pair *a, int n) {
  if ((int)threadIdx.x < n) a[threadIdx.x].second = 0; // unproved: bounds unknown-extent
}

// No parameter k.
// expect: unnamed bounds=unproved
__global__ void unnamed(int *image, int k) {
  image[threadIdx.x] = k; // unproved: bounds unknown-extent
}
