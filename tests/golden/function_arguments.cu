// RUN: check --annotations=gpuverify --only=race,divergence --block=64 --grid=2
// A function that an argument of the kernel points to: one of the file's with its type whose address is taken, or one that
// touches no memory of the kernel.
typedef void (*function)(float *, unsigned);
typedef void (*function_of_two)(float *, unsigned, unsigned);

__device__ void twice(float *v, unsigned i)
{
  v[i] = v[i] * 2;
}

__device__ void half_of(float *v, unsigned i)
{
  v[i] = v[i] * 0.5f;
}

__device__ void moved(float *v, unsigned i, unsigned n)
{
  v[i] = v[n]; // race: read-write v [*]
}

__global__ void own(float *v, function f, int c) // expect: own race=proved divergence=proved
{
  // assume: a function of another file
  function g = c ? twice : half_of;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  f(v, i);
  g(v, i);
}

__global__ void other(float *v, function_of_two f, unsigned n, int c) // expect: other race=unproved
{
  function_of_two g = c ? moved : f;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  g(v, i, n);
}
