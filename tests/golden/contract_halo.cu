// A tile with r columns on either side of the block's.
// expect: halo race=unproved
__global__ void halo(const float *in, float *out, int tile, int r) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y, w = blockDim.x;
  s[y * tile + r + x] = x; // @middle; race: write-write s [warning]; unproved: race needs-precondition tile >= blockDim.x
  if (x < r) {
    s[y * tile + x] = y; // @left; race: write-write s @middle [warning]; race: write-write s [warning]; unproved: race needs-precondition tile >= blockDim.x
    s[y * tile + r + w + x] = x - y; // race: write-write s @middle [warning]; race: write-write s @left [warning]; race: write-write s [warning]
  }
}

// The right side begins one column early.
// expect: halo_racy race=refuted
__global__ void halo_racy(const float *in, float *out, int tile, int r) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y, w = blockDim.x;
  s[y * tile + r + x] = x; // @centre; race: write-write s [warning]; unproved: race needs-precondition
  if (x < r)
    s[y * tile + r + w + x - 1] = y; // race: write-write s @centre; race: write-write s [warning]; may-unproved: race needs-precondition
}

// The row behind those of the block is the array's last.
// expect: halo_row race=unproved
__global__ void halo_row(const float *a) {
  __shared__ float s[8 * 34];
  s[(threadIdx.y + 1) * 34 + threadIdx.x + 1] = a[threadIdx.x]; // @inner_rows; race: write-write s [warning]; unproved: race needs-precondition blockDim.x <= 32 && blockDim.y <= 6
  if (threadIdx.y == 0)
    s[7 * 34 + threadIdx.x + 1] = -a[threadIdx.x]; // race: write-write s @inner_rows [warning]
}

// One row too early.
// expect: halo_row_racy race=refuted
__global__ void halo_row_racy(const float *a) {
  __shared__ float s[8 * 34];
  s[(threadIdx.y + 1) * 34 + threadIdx.x + 1] = a[threadIdx.x]; // @own_rows; race: write-write s [warning]
  if (threadIdx.y == 0)
    s[6 * 34 + threadIdx.x + 1] = -a[threadIdx.x]; // race: write-write s @own_rows
}
