// RUN: check --only=race,divergence --alias a,b
// Two parameters that may point into one allocation, at any distance, or into two: what is proved holds for all of that.
__global__ void elementwise(const float *a, float *b, int n) // expect: elementwise race=refuted
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = 2 * a[i]; // race: read-write b
}

__global__ void of_one_thread(const float *a, float *b, int n) // expect: of_one_thread race=proved; assume: !distinct
{
  if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0 && threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
    for (int i = 0; i < n; i++)
      b[i] = 2 * a[i];
}

__global__ void of_two_threads(const float *a, float *b, int n) // expect: of_two_threads race=refuted
{
  if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0 && threadIdx.x < 2 && threadIdx.y == 0 && threadIdx.z == 0)
    b[threadIdx.x] = 2 * a[threadIdx.x]; // race: read-write b
}

__global__ void read_first(const int *a, int *b) // expect: read_first race=refuted
{
  int i = threadIdx.x;
  if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    int next = a[i]; // @next; race: read-write b @next_write
    b[i] = next;     // @next_write
  }
}

__global__ void read_before(const int *a, int *b) // expect: read_before race=proved; assume: !distinct
{
  int i = threadIdx.x;
  if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0 && blockDim.y == 1 && blockDim.z == 1) {
    int next = a[i];
    __syncthreads();
    b[i] = next;
  }
}

__global__ void others(const int *a, const int *b, int *c, int n) // expect: others race=proved; assume: distinct
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

__global__ void shared_only(const int *a, int *b) // expect: shared_only race=proved; assume: !distinct
{
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (s[(threadIdx.x + 1) % blockDim.x] > 5000 && a && b)
    s[0] = 1;
}
