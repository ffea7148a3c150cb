/* Sarkar et al. (ICSOFT 2018), section 6.2: errors injected into kernels, here of ours. The
 * paper's: heat conduction (HC), a cosine transform (DCT), an LU panel (LUP), minimum and
 * maximum (MINANDMAX), an adaptive mesh (UA).
 *
 * Type 1 lacks the barrier between a write and another thread's read, type 2 the one between
 * a read and another thread's write, type 3 the one between two writes, type 4 has all threads
 * of a branch work on one place where each had its own.
 *
 * Answers: each kernel as it was is race-free; each error is a race at the lines it parts. */

/* Heat: a rod in shared memory, several steps. */

// expect: heat race=proved
__global__ void heat(float *rod, int steps) {
  __shared__ float now[1026], next[1026];
  unsigned i = threadIdx.x + 1, own = blockIdx.x * blockDim.x + threadIdx.x;
  now[i] = rod[own];
  if (threadIdx.x == 0)
    now[0] = now[blockDim.x + 1] = 0;
  __syncthreads();
  for (int k = 0; k < steps; k++) {
    next[i] = (now[i - 1] + now[i + 1]) / 2;
    __syncthreads();
    now[i] = next[i];
    __syncthreads();
  }
  rod[own] = now[i];
}

// expect: heat_type1 race=refuted
__global__ void heat_type1(float *rod, int steps) {
  __shared__ float now[1026], next[1026];
  unsigned i = threadIdx.x + 1, own = blockIdx.x * blockDim.x + threadIdx.x;
  now[i] = rod[own];
  if (threadIdx.x == 0)
    now[0] = now[blockDim.x + 1] = 0;
  __syncthreads();
  for (int k = 0; k < steps; k++) {
    next[i] = (now[i - 1] + now[i + 1]) / 2; // @heat_read
    __syncthreads();
    now[i] = next[i];                        // race: read-write now @heat_read
  }
  rod[own] = now[i];
}

// expect: heat_type3 race=refuted
__global__ void heat_type3(float *rod, int steps) {
  __shared__ float now[1026];
  unsigned i = threadIdx.x + 1, own = blockIdx.x * blockDim.x + threadIdx.x;
  now[i - 1] = 0;    // @heat_clear
  now[i] = rod[own]; // race: write-write now @heat_clear
  __syncthreads();
  rod[own] = now[i] + steps;
}

/* A transform of an 8 by 8 tile: rows, then columns. */

// expect: transform race=proved
__global__ void transform(const float *in, float *out, const float *factors) {
  __shared__ float tile[8][8], rows[8][8];
  unsigned x = threadIdx.x % 8, y = threadIdx.x / 8;
  if (threadIdx.x < 64)
    tile[y][x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 8; k++)
    sum += tile[y % 8][k] * factors[k * 8 + x];
  if (threadIdx.x < 64)
    rows[y][x] = sum;
  __syncthreads();
  sum = 0;
  for (unsigned k = 0; k < 8; k++)
    sum += rows[k][x] * factors[k * 8 + y % 8];
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// expect: transform_type1 race=refuted
__global__ void transform_type1(const float *in, float *out, const float *factors) {
  __shared__ float tile[8][8], rows[8][8];
  unsigned x = threadIdx.x % 8, y = threadIdx.x / 8;
  if (threadIdx.x < 64)
    tile[y][x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 8; k++)
    sum += tile[y % 8][k] * factors[k * 8 + x];
  if (threadIdx.x < 64)
    rows[y][x] = sum;                       // @row
  sum = 0;
  for (unsigned k = 0; k < 8; k++)
    sum += rows[k][x] * factors[k * 8 + y % 8]; // race: read-write rows @row
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

/* One panel of an LU decomposition, one thread per row. */

// expect: panel race=proved
__global__ void panel(float *matrix) {
  __shared__ float pivot[32];
  unsigned row = threadIdx.x;
  for (unsigned k = 0; k < 32; k++) {
    if (row < 32)
      pivot[row] = matrix[k * 32 + row];
    __syncthreads();
    if (row < 32)
      matrix[(32 + row) * 32 + k] = pivot[31 - row] / pivot[k];
    __syncthreads();
  }
}

// expect: panel_type2 race=refuted
__global__ void panel_type2(float *matrix) {
  __shared__ float pivot[32];
  unsigned row = threadIdx.x;
  for (unsigned k = 0; k < 32; k++) {
    if (row < 32)
      pivot[row] = matrix[k * 32 + row];                        // @pivot
    __syncthreads();
    if (row < 32)
      matrix[(32 + row) * 32 + k] = pivot[31 - row] / pivot[k]; // race: read-write pivot @pivot
  }
}

/* Minimum and maximum of each thread's stretch. */

// expect: extremes race=proved
__global__ void extremes(const int *in, int *out, unsigned n) {
  __shared__ int spread[1024];
  unsigned t = threadIdx.x;
  int least = in[t], most = in[t];
  for (unsigned i = t; i < n; i += blockDim.x) {
    least = in[i] < least ? in[i] : least;
    most = in[i] > most ? in[i] : most;
  }
  if (t % 2 == 0)
    spread[t] = most - least;
  else
    spread[t] = 0;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = spread[blockDim.x - 1 - t];
}

// expect: extremes_type4 race=refuted
__global__ void extremes_type4(const int *in, int *out, unsigned n) {
  __shared__ int spread[1024];
  unsigned t = threadIdx.x;
  int least = in[t], most = in[t];
  for (unsigned i = t; i < n; i += blockDim.x) {
    least = in[i] < least ? in[i] : least;
    most = in[i] > most ? in[i] : most;
  }
  if (t % 2 == 0)
    spread[t / 2] = 1 + (int)t; // race: write-write spread @odd
  else
    spread[t] = 0;              // @odd
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = spread[blockDim.x - 1 - t] + most - least;
}

/* Elements of a mesh add to their corners. */

// expect: mesh race=proved
__global__ void mesh(const float *element, float *corner, unsigned n) {
  unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < n) {
    if (element[e] > 0)
      corner[2 * e] = element[e];
    else
      corner[2 * e + 1] = -element[e];
  }
}

// expect: mesh_type4 race=refuted
__global__ void mesh_type4(const float *element, float *corner, unsigned n) {
  unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < n) {
    if (element[e] > 0)
      corner[e] = element[e];      // @mesh_own
    else
      corner[e + 1] = -element[e]; // race: write-write corner @mesh_own
  }
}
