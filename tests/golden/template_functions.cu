// A template device function with a functor argument.
struct twice { __device__ int operator()(int v) const { return 2 * v; } };

template <class T, class F>
__device__ void transform(T *to, const T *from, unsigned i, unsigned j, F f) {
  to[i] = f(from[j]); // race: read-write a
}

// expect: transform_free race=proved
__global__ void transform_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  transform(a, a, i, i, twice());
}

// expect: transform_racy race=refuted
__global__ void transform_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  transform(a, a, i, i + 1, twice());
}
