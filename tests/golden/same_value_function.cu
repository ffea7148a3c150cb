// Rows of an unknown width overlap, but each element gets what depends on its own place alone.
// expect: copied race=proved
__global__ void copied(float *out, const float *in, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, at = x + width * y;
  out[at] = sqrtf(in[at]) + 1.0f; // same-value: out
}

// The row counts, too.
// expect: copied_racy race=unproved
__global__ void copied_racy(float *out, const float *in, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, at = x + width * y;
  out[at] = sqrtf(in[at]) + (float)y; // race: write-write out [warning]; unproved: race needs-precondition
}
