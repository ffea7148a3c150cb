// The length of a row in memory is a stride, which runs make large where no model gives it, and bounds a loop, which then is long. A race that
// rests on no stride is shown in a run with short rows.
struct Shape {
  int size[4], stride[4];
  __host__ __device__ Shape() {}
  __host__ __device__ Shape(const Shape &o) {
    for (int i = 0; i < 4; i++) {
      size[i] = o.size[i];
      stride[i] = o.stride[i];
    }
  }
  __host__ __device__ int operator[](int i) const { return size[i]; }
};

// expect: rows race=refuted
__global__ void rows(float *out, const Shape in, const float *x) {
  __shared__ float a[64], b[64], c[64], d[64];
  int count = in[0], columns = in[1];
  for (int first = 0; first < count; first += gridDim.x) {
    int row = first + blockIdx.x;
    if (row < count) {
      a[threadIdx.x] = b[threadIdx.x] = c[threadIdx.x] = d[threadIdx.x] = x[row * columns + threadIdx.x]; // unproved: race needs-precondition blockDim.x <= 64
      for (int column = threadIdx.x; column < columns; column += blockDim.x)
        for (int again = 0; again < columns; again++)
          a[threadIdx.x] += x[row * columns + column];
      __syncthreads();
      float of_a = a[0]; // race: read-write a @zero_a
      a[threadIdx.x] = 0; // @zero_a
      float of_b = b[1]; // race: read-write b @zero_b
      b[threadIdx.x] = 0; // @zero_b
      float of_c = c[2]; // race: read-write c @zero_c
      c[threadIdx.x] = 0; // @zero_c
      float of_d = d[3]; // race: read-write d @zero_d
      d[threadIdx.x] = 0; // @zero_d
      if (threadIdx.x == 0)
        out[row * columns] = of_a + of_b + of_c + of_d; // race: write-write out [warning]
    }
    __syncthreads();
  }
}
