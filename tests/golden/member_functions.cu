// An array behind a class with member functions and an operator.
class view {
public:
  __device__ view(float *base, int n) : data(base), size(n) {}
  __device__ float get(int i) const { return data[i]; } // @get
  __device__ float &operator[](int i) { return data[i]; }

private:
  float *data;
  int size;
};

// expect: member_free race=proved
__global__ void member_free(float *a, int n) {
  view v(a, n);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v.get(i + 0);
}

// expect: member_racy race=refuted
__global__ void member_racy(float *a, int n) {
  view v(a, n);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v.get(i + 1); // race: read-write a @get
}
