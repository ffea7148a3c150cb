// RUN: check --only=race,divergence --alias=b=a+n --requires=n>0
// One parameter that points behind another one (--alias b=a+n): halves of one allocation.
__global__ void halves(const float *a, float *b, int n) // expect: halves race=proved; assume: required: b = a + n; assume: !distinct
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 0 && i < n)
    b[i] = 2 * a[n - 1 - i];
}

__global__ void halves_that_meet(const float *a, float *b, int n) // expect: halves_that_meet race=refuted
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 0 && i <= n)
    b[i] = 2 * a[n + 1 - i]; // race: read-write a
}

__global__ void both_written(int *a, int *b, int n) // expect: both_written race=proved
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 0 && i < n) {
    a[i] = 1;
    b[n - 1 - i] = 2;
  }
}

__global__ void both_written_once_more(int *a, int *b, int n) // expect: both_written_once_more race=refuted
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 0 && i <= n) {
    a[i] = 1; // race: write-write a @b
    b[n - 1 - i] = 2; // @b
  }
}
