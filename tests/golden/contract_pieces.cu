// Threads in groups write the pieces of a block of 256 elements: threadIdx.x / 8 pieces, or as many, lie side by side.

// expect: inner_pieces race=unproved
__global__ void inner_pieces(float *y, const float *x) {
  int t = threadIdx.x;
  float *piece = y + blockIdx.x * 256 + 32 * (t % 8) + 8 * (t / 8);
  for (int j = 0; j < 8; ++j)
    piece[j] = x[j] * t; // race: write-write y [warning]; unproved: race needs-precondition blockDim.x <= 32
}

// expect: inner_pieces_racy race=refuted
__global__ void inner_pieces_racy(float *y, const float *x) {
  int t = threadIdx.x;
  float *piece = y + blockIdx.x * 256 + 32 * (t % 8) + 7 * (t / 8);
  for (int j = 0; j < 8; ++j)
    piece[j] = x[j] * t; // race: write-write y
}

// expect: outer_pieces race=unproved
__global__ void outer_pieces(float *y, const float *x) {
  int t = threadIdx.x;
  float *piece = y + blockIdx.x * 256 + 64 * (t / 16) + 2 * (t % 16);
  piece[0] = x[t];      // race: write-write y [warning]; unproved: race needs-precondition blockDim.x <= 64
  piece[32] = x[t + 1]; // race: write-write y [warning]; unproved: race needs-precondition blockDim.x <= 64
}

// expect: outer_pieces_racy race=refuted
__global__ void outer_pieces_racy(float *y, const float *x) {
  int t = threadIdx.x;
  float *piece = y + blockIdx.x * 256 + 64 * (t / 16) + 2 * (t % 16);
  piece[0] = x[t];      // race: write-write y [warning]; @one
  piece[28] = x[t + 1]; // race: write-write y [warning]; race: write-write y @one
}

// The two accesses of a thread lie so far apart that pieces fit between them.
// expect: halves race=unproved
__global__ void halves(float *y, const float *x, int n) {
  int t = threadIdx.x;
  if (8 * blockIdx.x + t % 8 < n) {
    float *piece = y + 256 * blockIdx.x + 32 * (t % 8) + 4 * (t / 8);
    for (int j = 0; j < 4; ++j) {
      piece[j] = x[j] * t;      // race: write-write y [warning]; @low; unproved: race needs-precondition
      piece[j + 16] = x[j] + t; // race: write-write y [warning]; race: write-write y @low [warning]; unproved: race needs-precondition blockDim.x <= 32
    }
  }
}

// The same in wider numbers.
// expect: wide_pieces race=unproved
__global__ void wide_pieces(short *y, const short *x) {
  long t = threadIdx.x, i = blockIdx.x;
  short *piece = y + 256 * i + 32 * (t % 8) + 4 * (t / 8);
  for (int j = 0; j < 4; ++j)
    piece[j] = x[j] * t; // race: write-write y [warning]; unproved: race needs-precondition blockDim.x <= 64
}
