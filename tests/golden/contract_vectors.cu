// Rows that are read and written as vectors of eight: whole ones only if the length is a multiple. Rows of C / 8 and of
// (y * C) / 8 vectors, signed and unsigned.
struct alignas(16) vector { short v[8]; };
extern __shared__ vector rows[];

// expect: rows_of race=unproved
__global__ void rows_of(const short *in, int n, int C) {
  if (blockDim.x != 32)
    return;
  int index = blockIdx.x * blockDim.y + threadIdx.y;
  if (index > n)
    return;
  vector *row = rows + (2 + threadIdx.y) * C / 8;
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    row[c / 8] = *(const vector *)(in + C * index + c); // race: write-write rows [warning]; unproved: race needs-precondition
}

// The row begins one vector too early for the second thread.
// expect: rows_of_less race=refuted
__global__ void rows_of_less(const short *in, int n, int C) {
  if (blockDim.x != 32)
    return;
  int index = blockIdx.x * blockDim.y + threadIdx.y;
  if (index > n)
    return;
  vector *row = rows + (2 + threadIdx.y) * C / 16;
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    row[c / 8] = *(const vector *)(in + C * index + c); // race: write-write rows
}

// expect: of_lengths race=unproved
__global__ void of_lengths(const short *in, int C) {
  if (blockDim.x != 32)
    return;
  vector *row = rows + threadIdx.y * (C / 8);
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    row[c / 8] = *(const vector *)(in + c); // race: write-write rows [warning]; unproved: race needs-precondition
}

// expect: of_unsigned race=unproved
__global__ void of_unsigned(const short *in, unsigned C) {
  if (blockDim.x != 32)
    return;
  vector *row = rows + threadIdx.y * C / 8;
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    row[c / 8] = *(const vector *)(in + c); // race: write-write rows [warning]; unproved: race needs-precondition
}

// expect: of_lengths_less race=refuted
__global__ void of_lengths_less(const short *in, int C) {
  if (blockDim.x != 32)
    return;
  vector *row = rows + threadIdx.y * (C / 16);
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    row[c / 8] = *(const vector *)(in + c); // race: write-write rows
}

// Vectors of a thread: c / 8 for c = 8 * x + 256 * k.
// expect: thread_vectors race=proved
__global__ void thread_vectors(vector *out, const short *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int c = i * 8; c < 4096; c += gridDim.x * blockDim.x * 8)
    out[c / 8] = *(const vector *)(in + c);
}

// expect: thread_vectors_less race=refuted
__global__ void thread_vectors_less(vector *out, const short *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int c = i * 8; c < 4096; c += gridDim.x * blockDim.x * 8)
    out[c / 16] = *(const vector *)(in + c); // race: write-write out
}

// A warp walks along a row, the block's other axis numbers warps.
// expect: warp_walks race=unproved
__global__ void warp_walks(const short *in, int C) {
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    rows[threadIdx.y * C / 8 + c / 8] = *(const vector *)(in + c); // race: write-write rows [warning]
}

// It may be the wrong step where there is no other axis.
// expect: walks race=unproved|refuted
__global__ void walks(const short *in, int C) {
  for (int c = threadIdx.x * 8; c < C; c += 32 * 8)
    rows[c / 8].v[0] = threadIdx.x; // race: write-write rows
}

// Elements two at a time, by dividing their number.
// expect: pairs race=unproved
__global__ void pairs(short *a, int width) {
  int i = threadIdx.x * 2;
  if (i < width)
    ((short2 *)a)[(blockIdx.x * width + i) >> 1] = make_short2(i, -i); // race: write-write a [warning]; unproved: race needs-precondition width % 2 == 0
}

// expect: pairs_racy race=refuted
__global__ void pairs_racy(short *a, int width) {
  int i = threadIdx.x;
  if (i < width)
    ((short2 *)a)[(blockIdx.x * width + i) >> 1] = make_short2(i, -i); // race: write-write a
}

// Rows of batches: what excludes one conflict is tried for the next with what it was proved with.
// expect: pairs_batched race=unproved
__global__ void pairs_batched(short *a, int width, int height) {
  int first = blockIdx.y * width * height + blockIdx.x * width;
  for (int i = threadIdx.x * 2; i < width; i += blockDim.x * 2)
    ((short2 *)a)[(first + i) >> 1].x += i; // race: write-write a [warning]; race: read-write a [warning]; unproved: race needs-precondition height >= gridDim.x && width % 2 == 0
}
