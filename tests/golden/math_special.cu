// What a branch decides by a function that devices compute inexactly is confirmed where the documented result for its argument decides it,
// 0 for sin(0): the run is the device's.

// expect: sine_of_zero race=refuted
__global__ void sine_of_zero(const float *x, int *p) {
  float a = 0;
  for (int i = 0; i < 4; i++)
    a += sinf(x[threadIdx.x + i]) * powf(x[threadIdx.x], 20.0f);
  if (a <= 0.0f)
    p[0] = threadIdx.x; // race: * p
}

// expect: one race=refuted
__global__ void one(const float *x, int *p) {
  if (expf(x[0]) + cosf(x[1]) + hypotf(x[2], 3.0f) + log1pf(x[3]) == 5.0f)
    p[0] = threadIdx.x; // race: * p
}

// 2 is no special argument of log2f, which may be off by one in the last place.
// expect: of_two race=unproved
__global__ void of_two(int *p) {
  if (log2f(2.0f + 0 * blockDim.x) != 1.0f)
    p[0] = threadIdx.x; // may-race: * p
}

// The fast functions promise less: __logf(1) is near 0.
// expect: fast race=unproved
__global__ void fast(const float *x, int *p) {
  if (__logf(1.0f + x[0] * 0.0f) == 0.0f)
    p[0] = threadIdx.x; // may-race: * p
}

// ldexp is exact: a multiplication by a power of two.
// expect: scaled race=refuted
__global__ void scaled(int *p, int n) {
  if (ldexpf((float)n, 2) == 12.0f)
    p[0] = threadIdx.x; // race: * p
}
