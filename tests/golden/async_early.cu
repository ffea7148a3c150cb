// RUN: check --only=race,divergence
// A wait of a pipeline of one thread, before any batch was committed, returns at once and takes no batch from the later
// waits. That is not followed: nothing is concluded, and above all no race that is none.
#include <cuda/pipeline>

// expect: early race=unproved divergence=unproved
__global__ void early(const int *in, int *out) {
  __shared__ int s[1024];
  cuda::pipeline<cuda::thread_scope_thread> p = cuda::make_pipeline();
  p.consumer_wait(); // may-unproved: race contradictory-assumptions; may-unproved: divergence contradictory-assumptions
  cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(int), p); // @copy
  p.producer_commit();
  p.consumer_wait();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x]; // may-race: read-write s @copy [warning]
}

// expect: in_time race=proved
__global__ void in_time(const int *in, int *out) {
  __shared__ int s[1024];
  cuda::pipeline<cuda::thread_scope_thread> p = cuda::make_pipeline();
  cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(int), p);
  p.producer_commit();
  p.consumer_wait();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
