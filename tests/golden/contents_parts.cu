// RUN: check --only=race
// Places that are read from memory, behind another part of shared memory: in the range of the part's rows, or that of the rows below.

// expect: labels race=unproved
__global__ void labels(const int *label, int cols, int kinds, int *out, const float *weight) {
  extern __shared__ char memory[];
  float *shared = (float *)memory;
  int *counts = (int *)(memory + cols * sizeof(float));
  for (int i = threadIdx.x; i < cols; i += blockDim.x) shared[i] = weight[i];
  for (int i = threadIdx.x; i < kinds * cols; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    if (shared[i] > 0) // @read; unproved: race needs-precondition
      atomicAdd(&counts[label[i] + kinds * i], 1); // race: atomic-plain memory @read [warning]
  __syncthreads();
  for (int i = threadIdx.x; i < cols * kinds; i += blockDim.x) atomicAdd(&out[i], counts[i]);
}

// The labels may be what they like: the other end's counts are read.
// expect: labels_racy race=refuted
__global__ void labels_racy(const int *label, int cols, int kinds, int *out) {
  extern __shared__ int counts[];
  for (int i = threadIdx.x; i < kinds * cols; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    atomicAdd(&counts[label[i] + kinds * i], 1); // @count
    out[i] = counts[kinds * (cols - 1 - i)]; // race: atomic-plain counts @count
  }
}

// Rows of rows: the next stride is what a token must stay below.
// expect: tokens race=unproved
__global__ void tokens(const int *ids, const int *prev, float *logits, int length, int vocab) {
  int beams = gridDim.y, x = blockIdx.x, y = blockIdx.y, row = x * beams + y;
  int token = ids[x * length + threadIdx.x];
  atomicAdd(&logits[x * beams * vocab + y * vocab + token], -1.0f); // @add; unproved: race needs-precondition in_range
  __syncthreads();
  int other = prev[row * length + threadIdx.x];
  logits[x * beams * vocab + y * vocab + other] = -1.0f; // race: atomic-plain logits @add [warning]; same-value: logits
}
