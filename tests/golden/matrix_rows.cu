// ldmatrix and stmatrix: each lane names a row of 16 bytes.
// RUN: check --only=race,divergence,bounds
__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
#define LOAD_4(row) \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(shared_address(row)))

// expect: tile_free race=proved divergence=proved
__global__ void tile_free(int *out) {
  __shared__ __align__(16) short tile[16 * 16];
  unsigned a, b, c, d, t = threadIdx.x;
  for (unsigned i = t; i < 256; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  if (t < 32) {
    LOAD_4(&tile[t % 16 * 16 + t / 16 * 8]);
    out[blockIdx.x * 32 + t] = a + b + c + d;
  }
}

// expect: tile_racy race=refuted divergence=proved
__global__ void tile_racy(int *out) {
  __shared__ __align__(16) short tile[16 * 16];
  unsigned a, b, c, d, t = threadIdx.x;
  for (unsigned i = t; i < 256; i += blockDim.x)
    tile[i] = i; // @filled
  if (t < 32) {
    LOAD_4(&tile[t % 16 * 16 + t / 16 * 8]); // race: read-write tile @filled
    out[blockIdx.x * 32 + t] = a + b + c + d;
  }
}

// Rows of a tile that is one short.
// expect: tile_beyond bounds=refuted race=proved
__global__ void tile_beyond(int *out) {
  __shared__ __align__(16) short tile[15 * 16];
  unsigned a, b, c, d, t = threadIdx.x;
  for (unsigned i = t; i < 15 * 16; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  if (t < 32) {
    LOAD_4(&tile[t % 16 * 16 + t / 16 * 8]); // bounds: tile
    out[blockIdx.x * 32 + t] = a + b + c + d;
  }
}

// Two matrices, transposed; half of the warp is not there.
// expect: half_warp divergence=refuted race=proved
__global__ void half_warp(int *out) {
  __shared__ __align__(16) short tile[16 * 8];
  unsigned a, b, t = threadIdx.x;
  for (unsigned i = t; i < 128; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  if (t % 32 < 16) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared_address(&tile[t % 16 * 8]))); // divergence: never-arrives
    out[blockIdx.x * blockDim.x + t] = a + b;
  }
}

#define LOAD_2(row) asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared_address(row)))

// Of two matrices the first 16 lanes name rows; the address that others pass is not used.
// expect: half_used race=proved divergence=proved bounds=unchecked
__global__ void half_used(int *out) {
  __shared__ __align__(16) short tile[16 * 8];
  unsigned a, b, t = threadIdx.x;
  for (unsigned i = t; i < 128; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  if (t < 32) {
    LOAD_2(&tile[t * 8]);
    out[blockIdx.x * 32 + t] = a + b;
  }
}

// Their rows are read.
// expect: half_beyond bounds=unproved race=proved
__global__ void half_beyond(int *out) {
  __shared__ __align__(16) short tile[15 * 8];
  unsigned a, b, t = threadIdx.x;
  for (unsigned i = t; i < 120; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  if (t < 32) {
    LOAD_2(&tile[t * 8]); // bounds: tile [warning]; unproved: bounds needs-precondition blockDim.x <= 8
    out[blockIdx.x * 32 + t] = a + b;
  }
}

// One matrix is stored, by the first 8 lanes, where others write beside it.
// expect: eighth_free race=proved divergence=proved bounds=unchecked
__global__ void eighth_free(int *out) {
  __shared__ __align__(16) short tile[32 * 8];
  unsigned t = threadIdx.x;
  if (t >= 32)
    return;
  if (t >= 8)
    tile[t * 8] = t;
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" : : "r"(shared_address(&tile[t % 9 * 8])), "r"(t));
  __syncwarp();
  out[blockIdx.x * 32 + t] = tile[t * 8];
}

// Lanes store rows of their own.
// expect: stored_free race=proved divergence=proved
__global__ void stored_free(int *out) {
  __shared__ __align__(16) short tile[32 * 8];
  unsigned t = threadIdx.x;
  if (t < 32)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" : : "r"(shared_address(&tile[t * 8])), "r"(t), "r"(t), "r"(t), "r"(t));
  __syncthreads();
  if (t < 256)
    out[blockIdx.x * 256 + t] = tile[255 - t];
}

// expect: stored_racy race=refuted divergence=proved
__global__ void stored_racy(int *out) {
  __shared__ __align__(16) short tile[32 * 8];
  unsigned t = threadIdx.x;
  if (t < 32)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" : : "r"(shared_address(&tile[t * 8])), "r"(t), "r"(t), "r"(t), "r"(t)); // @stored
  if (t < 256)
    out[blockIdx.x * 256 + t] = tile[255 - t]; // race: read-write tile @stored
}
