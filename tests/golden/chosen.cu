// Values that choose among values of rounds: what one was made in some round keeps that round's bounds.
// RUN: check --only=bounds

__device__ float table[1024], x[1024];

// expect: best bounds=proved
__global__ void best(int n) {
  int t = threadIdx.x, at = -1;
  float most = 0;
  if (t >= 32 || n < 0 || n > 32)
    return;
  for (int i = t * n; i < (t + 1) * n; i++)
    if (x[i] > most) {
      most = x[i];
      at = i;
    }
  if (at >= 0)
    table[at] = most;
}

// By the size of the block; one of two, each of them inside.
// expect: strided bounds=proved
__global__ void strided(int n) {
  int at = 0;
  if (n > 512)
    return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (x[i] > 1)
      at = i;
    else if (x[i] < -1)
      at = i + 512;
  }
  table[at] = 1;
}

// One further than the loop goes.
// expect: next bounds=refuted|unproved
__global__ void next(int n) {
  int at = 0;
  if (n > 1024)
    return;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (x[i] > 1)
      at = i + 1;
  table[at] = 1; // bounds: table [*]; may-unproved: bounds
}

// Nothing may have been chosen.
// expect: none bounds=refuted|unproved
__global__ void none(int n) {
  int at = -1;
  if (n > 1024)
    return;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (x[i] > 1)
      at = i;
  table[at] = 1; // bounds: table [*]; may-unproved: bounds
}

// It adds to what was chosen before.
// expect: sum bounds=refuted|unproved
__global__ void sum(int n) {
  int at = 0;
  if (n > 512)
    return;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    at = x[i] > 1 ? at + i : i;
  table[at] = 1; // bounds: table [*]; may-unproved: bounds
}

// Every second element, of twice as many.
// expect: twice bounds=refuted|unproved
__global__ void twice(int n) {
  int at = 0;
  if (n > 1024)
    return;
  for (int i = 0; i < n; i++)
    if (x[i] > 1)
      at = 2 * i;
  table[at] = 1; // bounds: table [*]; may-unproved: bounds
}
