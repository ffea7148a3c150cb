// Division by a multiplication with a magic number, (mulhi(n, m) + n) >> s, as libraries of tensors do it: whatever the quotient q is, n and n'
// are equal if q = q' and n - q * d = n' - q' * d, digits that the guards bound. Sums of 64 bits of numbers of 32 do not wrap.
// RUN: check --only=race --requires s1>=ne0 --requires s2>=ne1*s1 --requires s3>=ne2*s2
typedef unsigned u32;
static __device__ u32 divided(u32 n, uint3 d) { return (__umulhi(n, d.x) + n) >> d.y; }

// expect: rows race=proved
__global__ void rows(float *out, u32 ne0, u32 ne1, u32 ne2, uint3 ne3, u32 s1, u32 s2, u32 s3) {
  const u32 i0 = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y;
  const u32 z = blockDim.z * blockIdx.z + threadIdx.z, i2 = divided(z, ne3), i3 = z - i2 * ne3.z;
  if (i0 < ne0 && i1 < ne1 && i2 < ne2 && i3 < ne3.z)
    out[(size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1 + i0] = i0 + z;
}

// Each digit from what the one before leaves.
// expect: unravelled race=proved
__global__ void unravelled(float *out, u32 ne0, u32 ne1, u32 ne2, u32 ne3, uint3 d0, uint3 d01, uint3 d012, u32 s1, u32 s2, u32 s3) {
  const u32 i = blockDim.x * blockIdx.x + threadIdx.x, i3 = divided(i, d012), i2 = divided(i - i3 * d012.z, d01);
  const u32 i1 = divided(i - i3 * d012.z - i2 * d01.z, d0), i0 = i - i3 * d012.z - i2 * d01.z - i1 * d0.z;
  if (i0 < ne0 && i1 < ne1 && i2 < ne2 && i3 < ne3)
    out[(size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1 + i0] = i;
}

// The last digit is taken of another number: two threads may have the same digits.
// expect: rows_racy race=refuted
__global__ void rows_racy(float *out, u32 ne0, u32 ne1, u32 ne2, uint3 ne3, u32 s1, u32 s2, u32 s3) {
  const u32 i0 = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y;
  const u32 z = blockDim.z * blockIdx.z + threadIdx.z, i2 = divided(z, ne3), i3 = z / 2 - i2 * ne3.z;
  if (i0 < ne0 && i1 < ne1 && i2 < ne2 && i3 < ne3.z)
    out[(size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1 + i0] = i0 + z; // race: write-write out
}

// Nothing says that the quotient is below its radix.
// expect: rows_unbounded race=unproved
__global__ void rows_unbounded(float *out, u32 ne0, u32 ne1, u32 ne2, uint3 ne3, u32 s1, u32 s2, u32 s3) {
  const u32 i0 = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y;
  const u32 z = blockDim.z * blockIdx.z + threadIdx.z, i2 = divided(z, ne3), i3 = z - i2 * ne3.z;
  if (i0 < ne0 && i1 < ne1 && i3 < ne3.z)
    out[(size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1 + i0] = i0 + z + ne2; // race: write-write out [warning]; unproved: race needs-precondition
}

// Another quotient is taken from the number than the one that is a digit.
// expect: rows_other race=refuted
__global__ void rows_other(float *out, u32 ne0, u32 ne1, u32 ne2, uint3 ne3, u32 s1, u32 s2, u32 s3) {
  const u32 i0 = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y;
  const u32 z = blockDim.z * blockIdx.z + threadIdx.z, i2 = divided(z / 4, ne3), i3 = z - divided(z, ne3) * ne3.z;
  if (i0 < ne0 && i1 < ne1 && i2 < ne2 && i3 < ne3.z)
    out[(size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1 + i0] = i0 + z; // race: write-write out
}
