// Values that count how often something holds: never below their start, and at most as many as the rounds.
// RUN: check --only=race,bounds

// expect: neighbours race=proved bounds=unchecked
__global__ void neighbours(const float *x, int *out, int n, int m, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  if (i >= n)
    return;
  for (int k = 0; k < m; k++)
    if (x[k] > x[i]) {
      if (count < most)
        out[i * most + count] = k;
      count++;
    }
}

// Of a constant size, by twos, and in an array of the thread's own.
// expect: own race=proved bounds=unchecked
__global__ void own(const float *x, int *out) {
  int list[63], count = 0;
  for (int k = 0; k < 32; k++)
    if (x[k] > x[threadIdx.x]) {
      list[count] = k;
      count++;
      if (x[k + 32] > 0)
        count++;
    }
  out[blockIdx.x * blockDim.x + threadIdx.x] = count + list[x[0] > 0];
}

// One element too few.
// expect: own_short race=proved bounds=refuted|unproved
__global__ void own_short(const float *x, int *out) {
  int list[62], count = 0;
  for (int k = 0; k < 32; k++)
    if (x[k] > x[threadIdx.x]) {
      list[count] = k; // bounds: list [*]; may-unproved: bounds
      count++;
      if (x[k + 32] > 0)
        count++;
    }
  out[blockIdx.x * blockDim.x + threadIdx.x] = count + list[x[0] > 0];
}

// It is taken from, too.
// expect: back race=refuted bounds=unchecked
__global__ void back(const float *x, int *out, int n, int m, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  if (i >= n)
    return;
  for (int k = 0; k < m; k++) {
    if (x[k] > x[i]) {
      if (count < most)
        out[i * most + count] = k; // race: write-write out
      count++;
    } else {
      count--;
    }
  }
}

// It begins where it may overflow.
// expect: late race=unproved bounds=unchecked
__global__ void late(const float *x, int *out, int n, int m, int most, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, count = first;
  if (i >= n)
    return;
  for (int k = 0; k < m; k++)
    if (x[k] > x[i]) {
      if (count < most)
        out[i * most + count] = k; // race: write-write out [*]; may-unproved: race
      count++;
    }
}

// What a counter had when it was chosen.
// expect: nearest race=proved bounds=unchecked
__global__ void nearest(const float *x, int *out, int n) {
  __shared__ int sums[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 16)
    sums[threadIdx.x] = 0;
  __syncthreads();
  float least = 1e30f;
  int at = 0;
  for (int k = 0; k < 16; k++)
    if (x[k * n + i] < least) {
      least = x[k * n + i];
      at = k;
    }
  atomicAdd(&sums[at], 1);
  __syncthreads();
  if (threadIdx.x < 16)
    out[blockIdx.x * blockDim.x + threadIdx.x] = sums[threadIdx.x];
}

// The next one.
// expect: nearest_next race=proved bounds=refuted
__global__ void nearest_next(const float *x, int *out, int n) {
  __shared__ int sums[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 16)
    sums[threadIdx.x] = 0;
  __syncthreads();
  float least = 1e30f;
  int at = 0;
  for (int k = 0; k < 16; k++)
    if (x[k * n + i] < least) {
      least = x[k * n + i];
      at = k + 1;
    }
  atomicAdd(&sums[at], 1); // bounds: sums
  __syncthreads();
  if (threadIdx.x < 16)
    out[blockIdx.x * blockDim.x + threadIdx.x] = sums[threadIdx.x];
}

// Chosen, and counted on: no bound is known.
// expect: both race=proved bounds=refuted|unproved
__global__ void both(const float *x, int *out) {
  int list[17], at = 0;
  for (int k = 0; k < 16; k++) {
    if (x[k] > 0)
      at = k;
    else
      at++;
    list[at] = k; // may-bounds: list [*]; may-unproved: bounds
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = list[0];
}
