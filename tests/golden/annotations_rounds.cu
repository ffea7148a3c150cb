// RUN: check --annotations=gpuverify --only=race,divergence,assert
// Annotations about every two threads, for every launch: rounds of loops that start and end at different values.
__global__ void strided(int *a, int n) // expect: strided race=proved assert=proved
{
  __requires(blockDim.y == 1 && blockDim.z == 1);
  for (int i = threadIdx.x; __invariant(__implies(__same_group, __distinct_int(i))), i < n; i += blockDim.x)
    a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

__global__ void doubled(int *a, int n) // expect: doubled race=proved assert=refuted
{
  __requires(blockDim.y == 1 && blockDim.z == 1);
  for (int i = threadIdx.x; __invariant(__implies(__same_group, __distinct_int(i / 2))), i < n; i += blockDim.x) // assert:
    a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

// Values that two threads have in different rounds are not compared.
__global__ void rounds(int *a, int n) // expect: rounds race=proved assert=proved
{
  for (int i = 0; i < n; i++)
    for (int j = i; __invariant(__uniform_int(i + j)), j < n; j++)
      a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

__global__ void own_rounds(int *a, int n) // expect: own_rounds race=proved assert=refuted
{
  for (int i = 0; i < n; i++)
    for (int j = threadIdx.x; __invariant(__uniform_int(i + j)), j < n; j++) // assert:
      a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

template <typename T> __device__ bool same(T x) { return __all(x > 0) & __uniform_uint(x); }

__global__ void inlined(int *a, unsigned n) // expect: inlined race=proved assert=refuted
{
  __requires(n > 0);
  __assert(same(n));
  __assert(same(threadIdx.x + 1)); // assert:
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// The sum of what all threads read alike is the same; what each reads of its own is not.
__global__ void sums(const int *a, int *out, int n) // expect: sums race=proved assert=proved
{
  int s = 0;
  for (int i = 0; __invariant(__uniform_int(s)), i < n; i++)
    s += a[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void own_sums(const int *a, int *out, int n) // expect: own_sums race=proved assert=refuted
{
  int s = 0;
  for (int i = 0; __invariant(__uniform_int(s)), i < n; i++) // assert:
    s += a[i + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// Threads that differ along an axis only which the kernel does not read are two threads, too.
__global__ void rows(int *a) // expect: rows race=proved assert=unproved
{
  __assert(__implies(__same_group, __distinct_int(threadIdx.x))); // unproved: assert needs-precondition
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void one_group(int *a) // expect: one_group race=proved assert=unproved
{
  __assert(__same_group); // unproved: assert needs-precondition
  __assert(__uniform_int(blockDim.x));
}

__global__ void one_row(int *a) // expect: one_row race=proved assert=proved
{
  __requires(blockDim.y == 1 && blockDim.z == 1);
  __assert(__implies(__same_group, __distinct_int(threadIdx.x)));
}
