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
