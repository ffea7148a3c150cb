// RUN: check --only=race
// What only blocks with several rows show, of kernels that number threads along y and z and do nothing else there.

// expect: numbered race=unproved
__global__ void numbered(int *out) {
  __shared__ int next;
  if (threadIdx.y * blockDim.x + threadIdx.x == 0) next = 0;
  __syncthreads();
  out[blockIdx.x * blockDim.x + atomicAdd(&next, 1)] = blockIdx.x; // race: write-write out [warning]; unproved: race needs-precondition; may-unproved: race
}

// Blocks of one row are too large, too.
// expect: numbered_racy race=refuted
__global__ void numbered_racy(int *out) {
  __shared__ int next;
  if (threadIdx.y * blockDim.x + threadIdx.x == 0) next = 0;
  __syncthreads();
  out[blockIdx.x * 8 + atomicAdd(&next, 1)] = blockIdx.x; // race: write-write out
}

// The rows have places of their own.
// expect: rows_racy race=refuted
__global__ void rows_racy(int *out) {
  __shared__ int next[32];
  if (threadIdx.x == 0) next[threadIdx.y] = 0;
  __syncthreads();
  out[blockIdx.x * blockDim.x + atomicAdd(&next[threadIdx.y], 1)] = threadIdx.y; // race: write-write out [*]; may-unproved: race
}
