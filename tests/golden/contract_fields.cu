// A structure of arrays: fields lie n elements apart.
// expect: fields race=unproved
__global__ void fields(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = i;             // @x
  v[i + n] = i + 1;     // @y; race: write-write v @x [warning]; unproved: race needs-precondition n >= gridDim.x * blockDim.x
  v[i + 2 * n] = i + 2; // race: write-write v @x [warning]; race: write-write v @y [warning]; unproved: race needs-precondition n >= gridDim.x * blockDim.x
}

// A distance is none: the missing barrier shows in every launch that uses it.
// expect: distance_racy race=refuted
__global__ void distance_racy(int *v, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] += v[i + d]; // race: read-write v
}
