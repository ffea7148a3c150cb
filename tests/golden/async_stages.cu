// Copies of several stages under way: a wait for all groups but the youngest, barriers in the loop.
// RUN: check --only=race,divergence --block=256
#include <cuda/pipeline>
#include <cuda_pipeline.h>

// expect: two_stages race=proved
__global__ void two_stages(float *out, const float *in, int rounds) {
  __shared__ float s[2][256];
  unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < rounds; k++) {
    if (k + 1 < rounds)
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][255 - t];
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}

// The barrier at the end is needed: the next copy goes where others still read.
// expect: one_barrier race=refuted
__global__ void one_barrier(float *out, const float *in, int rounds) {
  __shared__ float s[2][256];
  unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < rounds; k++) {
    if (k + 1 < rounds)
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t], 4); // @next
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][255 - t]; // race: read-write s @next
  }
  out[blockIdx.x * 256 + t] = sum;
}

// A commit for nothing is a group, too; without it the wait is for one group too few.
// expect: commits_sometimes race=refuted
__global__ void commits_sometimes(float *out, const float *in, int rounds) {
  __shared__ float s[2][256];
  unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4); // @before
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < rounds; k++) {
    if (k + 1 < rounds) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t], 4); // @last
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][255 - t]; // race: read-write s @last; race: read-write s @before
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}

// expect: three_stages race=proved
__global__ void three_stages(float *out, const float *in, int rounds) {
  __shared__ float s[3][256];
  unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&s[1][t], &in[256 + t], 4);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < rounds; k++) {
    __pipeline_memcpy_async(&s[(k + 2) % 3][t], &in[(k + 2) * 256 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[k % 3][255 - t];
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}

// expect: three_of_two race=refuted
__global__ void three_of_two(float *out, const float *in, int rounds) {
  __shared__ float s[2][256];
  unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4); // @zero
  __pipeline_commit();
  __pipeline_memcpy_async(&s[1][t], &in[256 + t], 4); // may-race: * s @two
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < rounds; k++) {
    __pipeline_memcpy_async(&s[(k + 2) % 2][t], &in[(k + 2) * 256 + t], 4); // @two; race: write-write s @zero; may-race: * s @zero; may-race: * s
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[k % 2][255 - t]; // race: read-write s @two; may-race: * s @zero
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}

// A thread's own pipeline: consumer_wait is for its oldest batch.
// expect: pipeline race=proved
__global__ void pipeline(float *out, const float *in, int rounds) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0; k < rounds; k++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[t], &in[k * 256 + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    sum += s[255 - t];
    pipe.consumer_release();
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}

// expect: pipeline_ahead race=refuted
__global__ void pipeline_ahead(float *out, const float *in, int rounds) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  cuda::memcpy_async(&s[t], &in[t], sizeof(float), pipe); // @first; race: write-write s @ahead
  pipe.producer_commit();
  for (int k = 0; k < rounds; k++) {
    cuda::memcpy_async(&s[t], &in[(k + 1) * 256 + t], sizeof(float), pipe); // @ahead; race: write-write s
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    sum += s[255 - t]; // race: read-write s @ahead; may-race: * s @first
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}

// Each copy is waited for before the barrier behind the loop.
// expect: in_a_loop race=proved
__global__ void in_a_loop(float *out, const float *in) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x;
  for (int k = 0; k < 4; k++) {
    __pipeline_memcpy_async(&s[k * 256 + t], &in[k * 256 + t], 4);
    __pipeline_commit();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[1023 - t];
}

// expect: last_of_a_loop race=refuted
__global__ void last_of_a_loop(float *out, const float *in) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x;
  for (int k = 0; k < 4; k++) {
    __pipeline_memcpy_async(&s[k * 256 + t], &in[k * 256 + t], 4); // @loop
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[1023 - t]; // race: read-write s @loop
}

// Of one thread, too, values of two rounds differ.
// expect: values_of_rounds race=refuted
__global__ void values_of_rounds(float *out, const float *in, const int *c, int rounds) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  for (int k = 0; k < rounds; k++) {
    if (c[k * 256 + t] == 0)
      __pipeline_memcpy_async(&s[t], &in[k * 256 + t], 4); // @copied; race: write-write s
    else
      s[t] = 1; // race: write-write s @copied
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[blockIdx.x * 256 + t] = s[t];
}
