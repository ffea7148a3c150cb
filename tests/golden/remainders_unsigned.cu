// A remainder written as a difference, of unsigned numbers, in tensors with a stride for each dimension.
// RUN: check --only=race --requires=s1>=n0 --requires=s2>=n1*s1 --requires=s3>=n2*s2
// expect: planes race=proved
__global__ void planes(float *a, unsigned n0, unsigned n1, unsigned n2, unsigned n3, unsigned s1, unsigned s2, unsigned s3) {
  const unsigned i0 = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y, z = blockDim.z * blockIdx.z + threadIdx.z;
  const unsigned i2 = z / n3, i3 = z - i2 * n3;
  if (i0 >= n0 || i1 >= n1 || i2 >= n2 || i3 >= n3)
    return;
  a[(size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1 + i0] = z;
}

// The quotient is forgotten.
// expect: planes_racy race=refuted
__global__ void planes_racy(float *a, unsigned n0, unsigned n1, unsigned n2, unsigned n3, unsigned s1, unsigned s2, unsigned s3) {
  const unsigned i0 = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y, z = blockDim.z * blockIdx.z + threadIdx.z;
  const unsigned i2 = z / n3, i3 = z - i2 * n3;
  if (i0 >= n0 || i1 >= n1 || i2 >= n2 || i3 >= n3)
    return;
  a[(size_t)i3 * s3 + (size_t)i1 * s1 + i0] = z; // race: write-write a
}
