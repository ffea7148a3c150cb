// Races that only launches show which are in no list: the solver chooses one.

// A tile of 16 with a halo: 17 threads in a row are one too many, and their cell is there.
// expect: halo race=unproved
__global__ void halo(float *out, const float *in) {
  __shared__ float tile[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = threadIdx.y;
  if (threadIdx.x < 17)
    tile[y + 1][threadIdx.x + 1] = in[x + 1]; // @interior
  if (threadIdx.x == 15)
    tile[y + 1][threadIdx.x + 2] = y + 1; // race: write-write tile @interior [warning]; may-unproved: race needs-precondition blockDim.x <= 16
  __syncthreads();
  if (threadIdx.x < 16 && tile[y + 1][threadIdx.x + 1] < 0)
    out[blockIdx.x * 32768 + y * 32 + threadIdx.x] = 1;
}

// Threads 60 and 17 meet in blocks of 67 threads, or 134.
// expect: narrow race=unproved
__global__ void narrow(int *out) {
  __shared__ int cell[64];
  if (blockDim.x % 67 == 0 && (threadIdx.x == 60 || threadIdx.x == 17))
    cell[blockIdx.x % 64] = threadIdx.x; // race: write-write cell [warning]; unproved: race needs-precondition launches are of ordinary size
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = cell[blockIdx.x % 64];
}

// expect: narrow_alone race=proved
__global__ void narrow_alone(int *out) {
  __shared__ int cell[64];
  if (blockDim.x % 67 == 0 && threadIdx.x == 60)
    cell[blockIdx.x % 64] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = cell[blockIdx.x % 64];
}
