// RUN: check --only=race,divergence --block 16,16
// A square tile written by rows and read by columns, with and without a barrier.
// expect: tile_free race=proved
__global__ void tile_free(const int *in, int *out) {
  __shared__ int tile[16][16];
  unsigned i = (blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[threadIdx.x][threadIdx.y];
}

// expect: tile_racy race=refuted
__global__ void tile_racy(const int *in, int *out) {
  __shared__ int tile[16][16];
  unsigned i = (blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[i]; // @store
  out[i] = tile[threadIdx.x][threadIdx.y]; // race: read-write tile @store
}
