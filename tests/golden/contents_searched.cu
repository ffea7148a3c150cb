// RUN: check --only=race --search
// What is stated of arrays holds in every launch that a search runs, whatever else it gives them.
#include <wp_contract.h>

// expect: banned race=proved|unproved
__global__ void banned(const int *ids, const int *prev, float *logits, int len, int vocab) {
  wp_contents(in_range(ids, 0, vocab) && in_range(prev, 0, vocab));
  int row = blockIdx.x * gridDim.y + blockIdx.y;
  int token = ids[blockIdx.x * len + threadIdx.x];
  atomicAdd(&logits[blockIdx.x * gridDim.y * vocab + blockIdx.y * vocab + token], -1.0f); // may-unproved: race solver-budget
  __syncthreads();
  int other = prev[row * len + threadIdx.x];
  logits[blockIdx.x * gridDim.y * vocab + blockIdx.y * vocab + other] = -1.0f; // same-value: logits; may-unproved: race solver-budget
}

// Nothing is stated of what the second store takes its place from: in_range(prev, 0, vocab) excludes the race.
// expect: banned_wide race=unproved
__global__ void banned_wide(const int *ids, const int *prev, float *logits, int len, int vocab) {
  wp_contents(in_range(ids, 0, vocab));
  int row = blockIdx.x * gridDim.y + blockIdx.y;
  int token = ids[blockIdx.x * len + threadIdx.x];
  atomicAdd(&logits[blockIdx.x * gridDim.y * vocab + blockIdx.y * vocab + token], -1.0f); // race: atomic-plain logits @put [warning]; unproved: race needs-precondition
  __syncthreads();
  int other = prev[row * len + threadIdx.x];
  logits[blockIdx.x * gridDim.y * vocab + blockIdx.y * vocab + other] = -1.0f; // same-value: logits; @put
}
