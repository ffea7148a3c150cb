// RUN: check --budget 20000
// Few solver steps: runs of a search decide. What they show only where a condition fails that the indices suggest is a warning with it.
static __device__ unsigned divided(unsigned n, uint3 d) { return (__umulhi(n, d.x) + n) >> d.y; }

// expect: rows race=unproved
__global__ void rows(const float *in, float *out, unsigned ne0, unsigned ne1, unsigned ne2, uint3 ne3, unsigned s1, unsigned s2, unsigned s3) {
  const unsigned first = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y;
  const unsigned z = blockDim.z * blockIdx.z + threadIdx.z, i2 = divided(z, ne3), i3 = z - i2 * ne3.z, step = blockDim.x * gridDim.x;
  if (first >= ne0 || i1 >= ne1 || i2 >= ne2 || i3 >= ne3.z)
    return;
  float *row = out + (size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1;
  for (unsigned i0 = first; i0 < ne0; i0 += step) {
    row[i0] = in[i0 + i1]; // race: write-write out [warning]; unproved: race solver-budget
    if (ne0 - i0 <= step)
      break;
  }
}

// Two rows are one: no condition helps, and this is an error.
// expect: rows_shared race=refuted
__global__ void rows_shared(const float *in, float *out, unsigned ne0, unsigned ne1, unsigned ne2, uint3 ne3, unsigned s1, unsigned s2, unsigned s3) {
  const unsigned first = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y;
  const unsigned z = blockDim.z * blockIdx.z + threadIdx.z, i2 = divided(z, ne3), i3 = z - i2 * ne3.z, step = blockDim.x * gridDim.x;
  if (first >= ne0 || i1 >= ne1 || i2 >= ne2 || i3 >= ne3.z)
    return;
  float *row = out + (size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)(i1 >> 1) * s1;
  for (unsigned i0 = first; i0 < ne0; i0 += step) {
    row[i0] = in[i0 + i1]; // race: write-write out
    if (ne0 - i0 <= step)
      break;
  }
}

// The array has more pairs than are looked at each: what some suggest counts for the others.
#define NEVER(k)                                                                                                                                     \
  if (in[i0 + i1] == k && ne0 > 1000003)                                                                                                             \
  row[i0] = k + 0.5f + i1 * in[i0 + k]
// expect: rows_many race=unproved
__global__ void rows_many(const int *in, float *out, unsigned ne0, unsigned ne1, unsigned ne2, uint3 ne3, unsigned s1, unsigned s2, unsigned s3) {
  const unsigned first = blockDim.x * blockIdx.x + threadIdx.x, i1 = blockDim.y * blockIdx.y + threadIdx.y;
  const unsigned z = blockDim.z * blockIdx.z + threadIdx.z, i2 = divided(z, ne3), i3 = z - i2 * ne3.z, step = blockDim.x * gridDim.x;
  if (first >= ne0 || i1 >= ne1 || i2 >= ne2 || i3 >= ne3.z)
    return;
  float *row = out + (size_t)i3 * s3 + (size_t)i2 * s2 + (size_t)i1 * s1;
  for (unsigned i0 = first; i0 < ne0; i0 += step) {
    NEVER(1); // unproved: race solver-budget
    NEVER(2); // unproved: race solver-budget
    NEVER(3); // unproved: race solver-budget
    NEVER(4); // unproved: race solver-budget
    NEVER(5); // unproved: race solver-budget
    NEVER(6); // unproved: race solver-budget
    NEVER(7); // unproved: race solver-budget
    NEVER(8); // unproved: race solver-budget
    NEVER(9); // unproved: race solver-budget
    NEVER(10); // unproved: race solver-budget
    NEVER(11); // unproved: race solver-budget
    NEVER(12); // unproved: race solver-budget
    NEVER(13); // unproved: race solver-budget
    if (ne1 > 1)
      row[i0] = 13.5f + i1 * in[i0 + 13]; // race: write-write out [warning]; unproved: race solver-budget
    if (ne0 - i0 <= step)
      break;
  }
}
