// RUN: check --only=race --annotations=gpuverify --block=16 --grid=4,4
// A kernel's __requires is what it may rely on; the other annotations say nothing.

// expect: rows race=proved
// assume: __requires(w == 64)
__global__ void rows(float *a, int w) {
  __requires(w == 64);
  a[blockIdx.x * 16 + threadIdx.x + blockIdx.y * w] = blockIdx.y;
}

// expect: narrow_racy race=refuted
__global__ void narrow_racy(float *a, int w) {
  __requires(w == 64);
  a[blockIdx.x * 16 + threadIdx.x / 2 + blockIdx.y * w] = threadIdx.x; // race: write-write a
}

// expect: assumed_racy race=refuted
__global__ void assumed_racy(float *a, int n) {
  __assume(n == 1);
  __invariant(n == 1);
  a[threadIdx.x / n % 8] = threadIdx.x; // race: write-write a
}
