// RUN: check --only=race
// Integers made of logarithms, roots, powers and of what is rounded up: exact where the result is the same on every device, and nothing
// else rests on them. CUDA's log2f and powf may be off by a unit in the last place, of powers of two, too.

// expect: log2_rounds race=proved
__global__ void log2_rounds(int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < (int)log2((float)n); i++) {
    s[t] = t + i;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] += s[t ^ 1];
    __syncthreads();
  }
}

// expect: log2_size race=unproved
__global__ void log2_size(int *out, int n) {
  int k = (int)log2f((float)n);
  if (k < 31 && 1 << k > n) out[0] = threadIdx.x; // race: write-write out [warning] approximate; unproved: race data-dependent
}

// expect: log2_constant race=unproved
__global__ void log2_constant(int *out) {
  if ((int)log2f(8.0f) != 3) out[0] = threadIdx.x; // race: write-write out [warning] approximate; unproved: race data-dependent
}

// expect: log2_other race=unproved
__global__ void log2_other(int *out) {
  if ((int)log2f(8.0f) == 3) out[0] = threadIdx.x; // race: write-write out [warning] approximate; unproved: race data-dependent
}

// expect: ceil_constant race=proved
__global__ void ceil_constant(int *out) {
  if ((int)ceilf(2.5f) != 3) out[0] = threadIdx.x;
}

// expect: ceil_constant_racy race=refuted
__global__ void ceil_constant_racy(int *out) {
  if ((int)ceilf(2.5f) == 3) out[0] = threadIdx.x; // race: write-write out
}

// Sizes of 16 bits fit a float's significand.
// expect: ceil_size race=proved
__global__ void ceil_size(int *out, short n) {
  if (n > 0 && (int)ceilf(n / 4.0f) * 4 < n) out[0] = threadIdx.x;
}

// expect: ceil_size_racy race=refuted
__global__ void ceil_size_racy(int *out, short n) {
  if (n > 0 && (int)ceilf(n / 4.0f) * 4 > n) out[0] = threadIdx.x; // race: write-write out
}

// Others are rounded when they become floats.
// expect: ceil_large race=unproved
__global__ void ceil_large(int *out, int n) {
  if (n > 0 && (int)ceilf(n / 4.0f) * 4 < n) out[0] = threadIdx.x; // race: write-write out [warning] approximate; unproved: race
}

// expect: sqrt_constant race=proved
__global__ void sqrt_constant(int *out) {
  if ((int)sqrtf(16.0f) != 4 || (int)(sqrt(2.25) * 2) != 3 || (int)(__fsqrt_rn(0.25f) * 4) != 2) out[0] = threadIdx.x;
}

// expect: sqrt_constant_racy race=refuted
__global__ void sqrt_constant_racy(int *out) {
  if ((int)sqrtf(16.0f) == 4) out[0] = threadIdx.x; // race: write-write out
}

// expect: sqrt_other race=unproved
__global__ void sqrt_other(int *out) {
  if ((int)(sqrtf(2.0f) * 10) != 14) out[0] = threadIdx.x; // race: write-write out [warning] approximate; unproved: race data-dependent
}

// expect: sqrt_size race=unproved
__global__ void sqrt_size(int *out, int n) {
  int k = (int)sqrtf((float)n);
  if (k < 1000 && k * k > n) out[0] = threadIdx.x; // race: write-write out [warning] approximate; unproved: race data-dependent
}

// expect: pow_constant race=unproved
__global__ void pow_constant(int *out) {
  if ((int)powf(2.0f, 5.0f) != 32) out[0] = threadIdx.x; // race: write-write out [warning] approximate; unproved: race data-dependent
}

// expect: pow_size race=unproved
__global__ void pow_size(int *out, int n) {
  if (n < 10 && (int)pow(2.0, (double)n) < n) out[0] = threadIdx.x; // race: write-write out [warning] approximate; unproved: race data-dependent
}
