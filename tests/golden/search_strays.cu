// RUN: search
// An index far outside of the memory behind a pointer leads to no other memory: nothing is known of how much lies there.
struct Image { const float *ptr; long long dims[4]; };

// expect: rows race=unchecked divergence=unchecked bounds=unchecked
__global__ void rows(Image image, float *o, int n) {
  int f = blockIdx.x * blockDim.x + threadIdx.x;
  if (f < n) o[f] = image.ptr[(long long)(unsigned)(f - 2) * 300];
}

// Here the array has a size.
// expect: sizes race=unchecked divergence=unchecked bounds=refuted
__global__ void sizes(Image image, float *o, int n) {
  int f = blockIdx.x * blockDim.x + threadIdx.x;
  if (f < n) o[f] = image.dims[(long long)(unsigned)(f + 2) * 300]; // bounds: image
}
