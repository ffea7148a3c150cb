// A copy is under way until its thread waits for it; a barrier orders it for others only after that.
// RUN: check --only=race,divergence,advice --block=256
#include <cuda_pipeline.h>

// expect: waits race=proved
__global__ void waits(float *out, const float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = s[255 - t];
}

// expect: never_waits race=refuted
__global__ void never_waits(float *out, const float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4); // @never
  __pipeline_commit();
  __syncthreads();
  out[i] = s[255 - t]; // race: read-write s @never
}

// expect: waits_late race=refuted
__global__ void waits_late(float *out, const float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4); // @late
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[i] = s[255 - t]; // race: read-write s @late; missing-barrier: before
}

// What is not committed belongs to no group that a wait is for.
// expect: commits_late race=refuted
__global__ void commits_late(float *out, const float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4); // @uncommitted
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = s[255 - t]; // race: read-write s @uncommitted
  __pipeline_commit();
}

// A thread needs no barrier for what it copied itself.
// expect: own race=proved
__global__ void own(float *out, const float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = s[t];
}

// But it has to wait.
// expect: own_early race=refuted
__global__ void own_early(float *out, const float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4); // @early
  __pipeline_commit();
  out[i] = s[t]; // race: read-write s @early
}

// What the thread does before the copy comes before it, what it does after it does not.
// expect: before_and_after race=refuted
__global__ void before_and_after(float *out, float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  in[i] = 1;
  __pipeline_memcpy_async(&s[t], &in[i], 4); // @between
  in[i] = 2; // race: read-write in @between
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = s[t];
}

// Copies of one thread are not ordered among themselves either.
// expect: twice race=refuted
__global__ void twice(float *out, const float *in, const float *other) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4); // @once
  __pipeline_memcpy_async(&s[t], &other[i], 4); // race: write-write s @once
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = s[t];
}

// expect: twice_in_turn race=proved
__global__ void twice_in_turn(float *out, const float *in, const float *other) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __pipeline_memcpy_async(&s[t], &other[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = s[t];
}

// What is read may not change under way.
// expect: source race=refuted
__global__ void source(float *out, float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4); // @source
  __pipeline_commit();
  in[i] = 0; // race: read-write in @source
  __pipeline_wait_prior(0);
  out[i] = s[t];
}

// expect: source_after race=proved
__global__ void source_after(float *out, float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  in[i] = 0;
  out[i] = s[t];
}

// Threads that do not wait are not waited for.
// expect: some_wait race=refuted
__global__ void some_wait(float *out, const float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4); // @some
  __pipeline_commit();
  if (t < 128)
    __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = s[255 - t]; // race: read-write s @some
}

// expect: some_copy race=proved
__global__ void some_copy(float *out, const float *in) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  if (t < 128) {
    __pipeline_memcpy_async(&s[t], &in[i], 4);
    __pipeline_memcpy_async(&s[t + 128], &in[i + 128], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  __syncthreads();
  out[i] = s[255 - t];
}

// expect: inline_ptx race=proved
__global__ void inline_ptx(float4 *out, const float4 *in, int n) {
  __shared__ float4 s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[t]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(&in[i]), "r"(i < n ? 16 : 0));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[i] = s[255 - t];
}
