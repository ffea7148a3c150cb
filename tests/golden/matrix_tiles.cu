// Matrix tiles of a warp: which lane touches which element is not specified.
#include <mma.h>
using namespace nvcuda;

// RUN: check --only=race,divergence --block 64
// expect: own_tiles race=proved
__global__ void own_tiles(float *out) {
  __shared__ float s[2 * 256];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 1.0f);
  float *tile = s + threadIdx.x / 32 * 256;
  wmma::store_matrix_sync(tile, c, 16, wmma::mem_row_major);
  __syncthreads();
  for (int i = 0; i < 8; i++)
    out[blockIdx.x * 512 + i * 64 + threadIdx.x] = s[i * 64 + threadIdx.x];
}

// Both warps store to one tile.
// expect: one_tile race=refuted
__global__ void one_tile(float *out) {
  __shared__ float s[256];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 1.0f);
  wmma::store_matrix_sync(s, c, 16, wmma::mem_row_major); // race: write-write s
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

// A store does not make the tile visible to other lanes.
// expect: visible race=refuted
__global__ void visible(float *out) {
  __shared__ float s[2 * 256];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 1.0f);
  float *tile = s + threadIdx.x / 32 * 256;
  wmma::store_matrix_sync(tile, c, 16, wmma::mem_row_major); // @matrix
  out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x % 32]; // race: read-write s @matrix
}

// expect: in_order race=proved
__global__ void in_order(float *out) {
  __shared__ float s[2 * 256];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 1.0f);
  float *tile = s + threadIdx.x / 32 * 256;
  wmma::store_matrix_sync(tile, c, 16, wmma::mem_row_major);
  __syncwarp();
  out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x % 32];
}

// A load reads what other lanes wrote.
// expect: load_racy race=refuted
__global__ void load_racy(half *in, float *out) {
  __shared__ half s[2 * 256];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  half *tile = s + threadIdx.x / 32 * 256;
  for (int i = 0; i < 8; i++)
    tile[i * 32 + threadIdx.x % 32] = in[i]; // @fill
  wmma::load_matrix_sync(a, tile, 16); // race: read-write s @fill
  out[blockIdx.x * 64 + threadIdx.x] = 1.0f;
}
