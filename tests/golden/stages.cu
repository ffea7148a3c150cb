// Stages of a pipeline: numbers that come back after a few rounds, written as people write them.
// RUN: check --only=race
#define STAGES(name, count, step)                  \
  __global__ void name(int *a, int n) {            \
    __shared__ int s[count][1024];                 \
    int t = threadIdx.x, stage = 0;                \
    for (int i = 0; i < n; i++) {                  \
      s[stage][t] = i; /* race */                  \
      __syncthreads();                             \
      a[blockIdx.x * blockDim.x + t] += s[stage][blockDim.x - 1 - t]; \
      step;                                        \
    }                                              \
  }

// expect: remainder race=proved
STAGES(remainder, 3, stage = (stage + 1) % 3)
// expect: masked race=proved
STAGES(masked, 4, stage = (stage + 1) & 3)
// expect: reset race=proved
STAGES(reset, 5, if (++stage == 5) stage = 0)
// expect: chosen race=proved
STAGES(chosen, 3, stage = stage == 2 ? 0 : stage + 1)
// expect: negated race=proved
STAGES(negated, 2, stage = !stage)
// expect: backwards race=proved
STAGES(backwards, 3, stage = stage == 0 ? 2 : stage - 1)

// From a number on that is not known, in steps of 16: the rounds are still fewer than the counter has values.
// expect: from_anywhere race=proved
__global__ void from_anywhere(int *a, int first, int n) {
  __shared__ int s[3][1024];
  int t = threadIdx.x, stage = 1;
  for (int i = first; i < n; i += 16) {
    s[stage][t] = i;
    __syncthreads();
    a[blockIdx.x * blockDim.x + t] += s[stage][blockDim.x - 1 - t];
    stage = (stage + 1) % 3;
  }
}

// Filled a round ahead, with a barrier in each round: two stages are too few.
// expect: ahead race=proved
__global__ void ahead(const int *x, int *a, int n) {
  __shared__ int s[3][256];
  int t = threadIdx.x, filled = 0, used = 0, sum = 0;
  if (blockDim.x != 256)
    return;
  s[filled][t] = x[t];
  filled = 1;
  for (int i = 1; i < n; i++) {
    s[filled][t] = x[i * 256 + t];
    __syncthreads();
    sum += s[used][255 - t];
    filled = filled == 2 ? 0 : filled + 1;
    used = used == 2 ? 0 : used + 1;
  }
  a[blockIdx.x * 256 + t] = sum;
}

// expect: ahead_too_few race=refuted
__global__ void ahead_too_few(const int *x, int *a, int n) {
  __shared__ int s[2][256];
  int t = threadIdx.x, filled = 0, used = 0, sum = 0;
  if (blockDim.x != 256)
    return;
  s[filled][t] = x[t];
  filled = 1;
  for (int i = 1; i < n; i++) {
    s[filled][t] = x[i * 256 + t]; // @filled
    __syncthreads();
    sum += s[used][255 - t]; // race: read-write s @filled
    filled = filled == 1 ? 0 : filled + 1;
    used = used == 1 ? 0 : used + 1;
  }
  a[blockIdx.x * 256 + t] = sum;
}

// The stage stays where it is in each third round.
// expect: uneven race=refuted
__global__ void uneven(int *a, int n) {
  __shared__ int s[2][1024];
  int t = threadIdx.x, stage = 0, round = 0;
  for (int i = 0; i < n; i++) {
    s[stage][t] = i; // @uneven
    __syncthreads();
    a[blockIdx.x * blockDim.x + t] += s[stage][blockDim.x - 1 - t]; // race: read-write s @uneven
    if (round != 2)
      stage ^= 1;
    round = (round + 1) % 3;
  }
}
