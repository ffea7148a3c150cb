// A tile for each block: meant for blocks of one warp.
#include <mma.h>
using namespace nvcuda;

// RUN: check --only=race
// expect: tile_of_block race=unproved
__global__ void tile_of_block(float *c, float beta) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  float *tile = c + blockIdx.x * 256;
  wmma::load_matrix_sync(f, tile, 16, wmma::mem_row_major); // race: read-write c @store [warning]; unproved: race needs-precondition blockDim.x <= 32
  for (int i = 0; i < f.num_elements; i++)
    f.x[i] = beta * f.x[i];
  wmma::store_matrix_sync(tile, f, 16, wmma::mem_row_major); // @store; race: write-write c [warning]; unproved: race needs-precondition blockDim.x <= 32
}

// Lines of a tile in steps of a parameter.
// expect: in_steps race=unproved
__global__ void in_steps(float *c, int step) {
  if (blockIdx.x == 0 && threadIdx.x < 32) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
    wmma::load_matrix_sync(f, c, step, wmma::mem_row_major); // race: read-write c @in_steps [warning]; unproved: race needs-precondition step >= 16
    wmma::store_matrix_sync(c, f, step, wmma::mem_row_major); // @in_steps
  }
}
