// All races of a kernel are reported in one run, each pair of lines once.
// expect: many race=refuted
__global__ void many(int *out) {
  __shared__ int s[1030], u[1030];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @s
  u[t / 2] = (int)t; // @u; race: write-write u
  int v = s[t + 1]; // race: read-write s @s
  v += s[t + 2]; // race: read-write s @s
  v += u[t]; // race: read-write u @u
  out[blockIdx.x * blockDim.x + t] = v;
}
