// RUN: check --only=race
// Shared memory carved into tiles of B rows of d elements: meant for no more than B threads.
extern __shared__ float memory[];

// expect: tiles race=unproved
__global__ void tiles(const float *K, const float *V, int d, int B) {
  float *k = memory + B * d, *v = memory + 2 * B * d;
  for (int x = 0; x < d; x++) {
    k[threadIdx.x * d + x] = K[threadIdx.x * d + x]; // @k
    v[threadIdx.x * d + x] = V[threadIdx.x * d + x]; // race: write-write memory @k [warning]
  }
}

// The second tile begins in the last row of the first.
// expect: tiles_overlapping race=refuted
__global__ void tiles_overlapping(const float *K, const float *V, int d, int B) {
  float *k = memory + B * d, *v = memory + B * d + (blockDim.x - 1) * d;
  for (int x = 0; x < d; x++) {
    k[threadIdx.x * d + x] = K[threadIdx.x * d + x]; // @kept
    v[threadIdx.x * d + x] = V[threadIdx.x * d + x]; // race: write-write memory @kept
  }
}
