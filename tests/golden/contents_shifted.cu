// Counts of letters and of other numbers that do not begin at 0, and counts that bound loops over arrays: conditions on what arrays hold.
// RUN: check --only=bounds --extent a=n --extent in=n --extent counts=gridDim.x --extent out=gridDim.x*blockDim.x

// expect: letters bounds=unproved
__global__ void letters(const unsigned char *a, int n) {
  __shared__ int s[26];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&s[a[i] - 'a'], 1); // bounds: s [warning]; unproved: bounds needs-precondition in_range(a, 97, 123)
}

// expect: groups bounds=unproved
__global__ void groups(const char *a, int n) {
  __shared__ int s[7];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&s[(a[i] - 'a') / 4], 1); // bounds: s [warning]; unproved: bounds needs-precondition in_range(a, 97, 125)
}

// expect: scaled bounds=unproved
__global__ void scaled(const int *in, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&s[in[i] * 64 / 1000], 1); // bounds: s [warning]; unproved: bounds needs-precondition in_range(in, 0, 1000)
}

// An index behind the element is none that begins elsewhere.
// expect: ahead bounds=refuted
__global__ void ahead(const int *in, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&s[in[i] + 1], 1); // bounds: s
}

// expect: behind bounds=unproved
__global__ void behind(const int *in, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&s[in[i] - 1], 1); // bounds: s [warning]; unproved: bounds needs-precondition in_range(in, 1, 65)
}

// expect: counted bounds=unproved
__global__ void counted(const int *counts) {
  __shared__ int s[256];
  int m = counts[blockIdx.x];
  for (int i = threadIdx.x; i < m; i += blockDim.x)
    s[i] = i; // bounds: s [warning]; unproved: bounds needs-precondition in_range(counts, 0, 257)
}

// expect: counted_too bounds=unproved
__global__ void counted_too(const int *counts) {
  __shared__ int s[256];
  int m = counts[blockIdx.x];
  for (int i = threadIdx.x; i <= m; i += blockDim.x)
    s[i] = i; // bounds: s [warning]; unproved: bounds needs-precondition in_range(counts, 0, 256)
}

// expect: held bounds=unproved
__global__ void held(const int *counts, int *out) {
  int hold[10] = {0}, m = counts[blockIdx.x], sum = 0;
  for (int i = 0, t = threadIdx.x; t < m; i++, t += 1024)
    hold[i] = t; // bounds: hold [warning]; unproved: bounds needs-precondition in_range(counts, 0, 10241)
  for (int i = 0; i < 10; i++)
    sum += hold[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The array ends before the index begins: no contents help.
// expect: never bounds=refuted
__global__ void never(const int *counts) {
  __shared__ int s[64];
  int m = counts[blockIdx.x];
  if (m > 0)
    s[threadIdx.x % 2 + 64] = m; // bounds: s
}
