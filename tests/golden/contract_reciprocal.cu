// Rows in strides, with the plane and the batch from one number by a magic number: the conditions are those of any tensor.
static __device__ unsigned divided(unsigned n, uint3 d) { return (__umulhi(n, d.x) + n) >> d.y; }

// expect: rows race=unproved
__global__ void rows(float *out, unsigned ne0, unsigned ne1, unsigned ne2, uint3 ne3, unsigned s1, unsigned s2, unsigned s3) {
  const unsigned i0 = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y;
  const unsigned z = blockDim.z * blockIdx.z + threadIdx.z, i2 = divided(z, ne3), i3 = z - i2 * ne3.z;
  if (i0 < ne0 && i1 < ne1 && i2 < ne2 && i3 < ne3.z)
    out[(size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1 + i0] = i0 + z; // race: write-write out [warning]; unproved: race needs-precondition s1 >= ne0 && s2 >= ne1 * s1 && s3 >= ne2 * s2
}
