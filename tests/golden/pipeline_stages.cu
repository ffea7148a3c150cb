// A wait for one batch of nvcuda::experimental::pipeline leaves later ones on their way.
#include <cuda_pipeline.h>

// expect: second_racy race=refuted
__global__ void second_racy(const int *in, int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  if (blockDim.x != 64)
    return;
  nvcuda::experimental::pipeline p;
  nvcuda::experimental::memcpy_async(s[0][t], in[t], p);
  size_t first = p.commit();
  nvcuda::experimental::memcpy_async(s[1][t], in[t + 64], p); // @copy
  p.commit();
  p.wait(first);
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[1][63 - t]; // race: read-write s @copy
}

// expect: first_fine race=proved
__global__ void first_fine(const int *in, int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  if (blockDim.x != 64)
    return;
  nvcuda::experimental::pipeline p;
  nvcuda::experimental::memcpy_async(s[0][t], in[t], p);
  size_t first = p.commit();
  nvcuda::experimental::memcpy_async(s[1][t], in[t + 64], p);
  p.commit();
  p.wait(first);
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[0][63 - t];
}
