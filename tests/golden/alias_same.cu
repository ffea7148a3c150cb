// RUN: check --only=race,divergence --alias b=a
// Two parameters that get one pointer, as kernels that work in place have them (--alias b=a).
__global__ void elementwise(const float *a, float *b, int n) // expect: elementwise race=proved; assume: required: b = a; assume: !distinct
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = 2 * a[i];
}

__global__ void shifted(const float *a, float *b, int n) // expect: shifted race=refuted
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = 2 * a[i + 1]; // race: read-write a
}

__global__ void transposed(const float *a, float *b, int w) // expect: transposed race=refuted
{
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < w && blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0 && threadIdx.z == 0)
    b[y * w + x] = a[x * w + y]; // race: read-write a [*]
}

__global__ void swapped_by_half(const float *a, float *b, int n) // expect: swapped_by_half race=proved
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float low = a[i], high = a[n + i];
    b[i] = high;
    b[n + i] = low;
  }
}

__global__ void behind_a_barrier(const int *a, int *b) // expect: behind_a_barrier race=proved
{
  int i = threadIdx.x;
  int next = a[blockIdx.x * 1024 + (i + 1) % blockDim.x];
  __syncthreads();
  b[blockIdx.x * 1024 + i] = next;
}

__global__ void without_barrier(const int *a, int *b) // expect: without_barrier race=refuted
{
  int i = threadIdx.x;
  int next = a[blockIdx.x * 1024 + (i + 1) % blockDim.x]; // @read
  b[blockIdx.x * 1024 + i] = next; // race: read-write a @read
}

// What a is read to hold is what others write to b: in the loop of the second, threads do not agree.
__global__ void rounds(const int *a, int *b, int *out) // expect: rounds race=proved
{
  for (int k = 0; k < a[0]; k++)
    __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void rounds_written(const int *a, int *b, int *out) // expect: rounds_written race=unproved|refuted divergence=unproved|refuted
{
  if (threadIdx.x == 1)
    b[0] = 3; // may-race: * a @loop [*]; may-race: * a [*]; may-unproved: race; may-same-value: a [*]
  for (int k = 0; k < a[0]; k++) // @loop; may-race: * a [*]; may-unproved: race; may-unproved: divergence
    __syncthreads(); // may-divergence: * [*]; may-unproved: divergence; may-unproved: race
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1; // may-unproved: race
}

// One writes, both read: nothing conflicts that one pointer would not make conflict.
__global__ void read_alone(const int *a, const int *b, int *out) // expect: read_alone race=proved; assume: distinct
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] + b[i + 1];
}
