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

// Of an accumulator each element is held by one lane, which depends on its type and layout alone: each lane stores what it loaded.
// expect: in_place race=proved
__global__ void in_place(float *c, float beta) {
  float *tile = c + (blockIdx.x * 2 + threadIdx.x / 32) * 256;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  wmma::load_matrix_sync(f, tile, 16, wmma::mem_col_major);
  for (int i = 0; i < f.num_elements; i++)
    f.x[i] = beta * f.x[i];
  wmma::store_matrix_sync(tile, f, 16, wmma::mem_col_major);
}

// expect: in_place_parts race=proved
__global__ void in_place_parts(float *c, int n) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  for (int k = 0; k < 4; k++) {
    float *tile = c + (blockIdx.x * 2 + threadIdx.x / 32) * 1024 + k * 16;
    wmma::load_matrix_sync(f, tile, 64, wmma::mem_row_major);
    wmma::store_matrix_sync(tile, f, 64, wmma::mem_row_major);
  }
}

// The transposed tile: a lane stores where another one has read.
// expect: other_layout race=refuted
__global__ void other_layout(float *c) {
  float *tile = c + (blockIdx.x * 2 + threadIdx.x / 32) * 256;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  wmma::load_matrix_sync(f, tile, 16, wmma::mem_col_major); // race: read-write c @layout
  wmma::store_matrix_sync(tile, f, 16, wmma::mem_row_major); // @layout
}

// Rows of another length: row 1 is stored where row 2 was read.
// expect: other_stride race=refuted
__global__ void other_stride(float *c) {
  float *tile = c + (blockIdx.x * 2 + threadIdx.x / 32) * 512;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  wmma::load_matrix_sync(f, tile, 16, wmma::mem_row_major); // race: read-write c @stride
  wmma::store_matrix_sync(tile, f, 32, wmma::mem_row_major); // @stride
}

// expect: shifted race=refuted
__global__ void shifted(float *c) {
  float *tile = c + (blockIdx.x * 2 + threadIdx.x / 32) * 512;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  wmma::load_matrix_sync(f, tile + 16, 16, wmma::mem_row_major); // race: read-write c @shifted
  wmma::store_matrix_sync(tile, f, 16, wmma::mem_row_major); // @shifted
}

// Elements of another type are held in another way.
// expect: other_type race=refuted
__global__ void other_type(float *c) {
  float *tile = c + (blockIdx.x * 2 + threadIdx.x / 32) * 256;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> g;
  wmma::load_matrix_sync(g, (int *)tile, 16, wmma::mem_row_major); // race: read-write c @type
  wmma::fill_fragment(f, 1.0f);
  wmma::store_matrix_sync(tile, f, 16, wmma::mem_row_major); // @type
}

// More than one lane may hold an element of an operand of a product.
// expect: operand race=refuted
__global__ void operand(half *c) {
  half *tile = c + (blockIdx.x * 2 + threadIdx.x / 32) * 256;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> f;
  wmma::fill_fragment(f, (half)1.0f);
  wmma::load_matrix_sync(a, tile, 16); // race: read-write c @operand
  wmma::store_matrix_sync(tile, f, 16, wmma::mem_row_major); // @operand
}
