// Rows and planes of constant length, over blocks of every size; and what is assumed where a condition holds.
// RUN: check --only=race,divergence
__global__ void volume(int *g) // expect: volume race=proved
{
  unsigned long x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 8 && y < 16)
    g[(z * 16 + y) * 8 + x] = x + 1;
}

// The row's end is the beginning of the next one.
__global__ void volume_racy(int *g) // expect: volume_racy race=refuted
{
  unsigned long x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x <= 8 && y < 16)
    g[(z * 16 + y) * 8 + x] = x + 1; // race: write-write g; may-race: write-write g [warning]
}

// So is the plane's.
__global__ void planes_racy(int *g) // expect: planes_racy race=refuted
{
  unsigned long x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 8 && y < 17)
    g[(z * 16 + y) * 8 + x] = y + 1; // race: write-write g; may-race: write-write g [warning]
}

__global__ void assumed(int *g, int w) // expect: assumed race=proved
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w) {
    __builtin_assume(x >= 0 && y >= 0 && x < 64 && y < 64);
    g[(z * 64 + y) * 64 + x] = x + 1;
  }
}

__global__ void assumed_racy(int *g, int w) // expect: assumed_racy race=refuted
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w) {
    __builtin_assume(x >= 0 && y >= 0 && x <= 64 && y < 64);
    g[(z * 64 + y) * 64 + x] = x + 1; // race: write-write g
  }
}

// Where the condition does not hold nothing is assumed.
__global__ void assumed_elsewhere(int *g, int w) // expect: assumed_elsewhere race=unproved
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w)
    __builtin_assume(x >= 0 && y >= 0 && x < 64 && y < 64);
  else
    g[(z * 64 + y) * 64 + x] = x + 1; // race: write-write g [warning]
}
