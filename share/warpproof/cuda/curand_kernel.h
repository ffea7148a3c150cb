/* cuRAND's device interface. A generator's state is memory of the program: every draw reads and writes the words of *state that the real
 * generator advances, so that two threads that share a state race here as they do there. A state of MTGP32 is made for the threads of a
 * block: a draw is a call by all of them, with two barriers. The numbers come from the pure function __wp_curand_word. */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_
#pragma clang system_header
#include <curand.h>

#define QUALIFIERS static __forceinline__ __device__
#define CURAND_2POW32_INV 2.3283064e-10f
#define CURAND_2POW32_INV_DOUBLE 2.3283064365386963e-10

/* `stream` identifies the sequence, `step` counts draws, `spare` and `pending` hold the second normal number of a pair. */
#define __WP_CURAND_STATE(name, bytes)                                                                                           \
  struct name {                                                                                                                  \
    unsigned long long stream;                                                                                                   \
    unsigned step, spare, pending;                                                                                               \
    unsigned char rest[bytes - 20];                                                                                              \
  };
__WP_CURAND_STATE(curandStateXORWOW, 48)
__WP_CURAND_STATE(curandStatePhilox4_32_10, 64)
__WP_CURAND_STATE(curandStateMRG32k3a, 72)
__WP_CURAND_STATE(curandStateSobol32, 136)
__WP_CURAND_STATE(curandStateScrambledSobol32, 140)
__WP_CURAND_STATE(curandStateSobol64, 528)
__WP_CURAND_STATE(curandStateScrambledSobol64, 536)
#undef __WP_CURAND_STATE
struct mtgp32_kernel_params;
struct curandStateMtgp32 {
  unsigned s[1024];
  int offset, pIdx;
  mtgp32_kernel_params *k;
};
typedef curandStateXORWOW curandStateXORWOW_t, curandState, curandState_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef mtgp32_kernel_params mtgp32_kernel_params_t;

template <class State>
__WP_DEVICE void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, State *state) {
  state->stream = seed ^ sequence << 32;
  state->step = (unsigned)offset;
  state->spare = 0;
  state->pending = 0;
}
/* Quasirandom sequences: the state gets a copy of the direction vectors. */
template <class Vectors, class State> __WP_DEVICE void curand_init(Vectors *vectors, unsigned long long offset, State *state) {
  __builtin_memcpy(state->rest, vectors, sizeof state->rest);
  state->stream = (unsigned long long)(size_t)vectors;
  state->step = (unsigned)offset;
  state->spare = 0;
  state->pending = 0;
}
template <class State> __WP_DEVICE unsigned curand(State *state) {
  unsigned step = state->step;
  state->step = step + 1;
  return __wp_curand_word(state->stream, 0, step);
}
/* Thread number `thread` of the `count` threads that draw together. Each advances its own word of the state; the first one moves the
 * generator on when all have drawn. In blocks of more than 256 threads, for which it is not made, a thread reads words that others
 * advance at the same time. */
__WP_DEVICE unsigned __wp_curand_together(curandStateMtgp32 *state, unsigned thread, unsigned count) {
  int offset = state->offset;
  unsigned next = count > 256 ? state->s[(thread + 256) & 1023] : 0;
  unsigned word = __wp_curand_word((unsigned long long)state->pIdx << 32 | (state->s[thread & 1023] ^ next), thread, (unsigned)offset);
  state->s[thread & 1023] = word;
  __syncthreads();
  if (thread == 0) state->offset = (offset + (int)count) & 1023;
  __syncthreads();
  return word;
}
__WP_DEVICE unsigned curand(curandStateMtgp32 *state) {
  /* as the real one numbers the threads, in blocks of three axes too */
  unsigned thread = blockDim.z * blockDim.y * threadIdx.z + blockDim.x * threadIdx.y + threadIdx.x;
  return __wp_curand_together(state, thread, blockDim.x * blockDim.y * blockDim.z);
}
__WP_DEVICE unsigned curand_mtgp32_specific(curandStateMtgp32 *state, unsigned char thread, unsigned char count) {
  return __wp_curand_together(state, thread, count);
}
__WP_DEVICE float curand_mtgp32_single(curandStateMtgp32 *state) { return __uint_as_float(curand(state) >> 9 | 0x3f800000); }
__WP_DEVICE float curand_mtgp32_single_specific(curandStateMtgp32 *state, unsigned char thread, unsigned char count) {
  return __uint_as_float(__wp_curand_together(state, thread, count) >> 9 | 0x3f800000);
}
template <class State> __WP_DEVICE uint4 curand4(State *state) {
  unsigned step = state->step;
  unsigned long long stream = state->stream;
  state->step = step + 4;
  return {__wp_curand_word(stream, 0, step), __wp_curand_word(stream, 0, step + 1), __wp_curand_word(stream, 0, step + 2),
          __wp_curand_word(stream, 0, step + 3)};
}
template <class State> __WP_DEVICE void skipahead(unsigned long long count, State *state) { state->step += (unsigned)count; }
template <class State> __WP_DEVICE void skipahead_sequence(unsigned long long count, State *state) { state->stream += count << 32; }
template <class State> __WP_DEVICE void skipahead_subsequence(unsigned long long count, State *state) { state->stream += count << 32; }

__WP_DEVICE float __wp_curand_uniform(unsigned word) { return (float)word * CURAND_2POW32_INV + CURAND_2POW32_INV / 2.0f; }
__WP_DEVICE double __wp_curand_uniform_double(unsigned word) {
  return (double)word * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE / 2.0;
}
template <class State> __WP_DEVICE float curand_uniform(State *state) { return __wp_curand_uniform(curand(state)); }
template <class State> __WP_DEVICE double curand_uniform_double(State *state) { return __wp_curand_uniform_double(curand(state)); }
template <class State> __WP_DEVICE float4 curand_uniform4(State *state) {
  uint4 v = curand4(state);
  return {__wp_curand_uniform(v.x), __wp_curand_uniform(v.y), __wp_curand_uniform(v.z), __wp_curand_uniform(v.w)};
}
template <class State> __WP_DEVICE double2 curand_uniform2_double(State *state) {
  uint4 v = curand4(state);
  return {__wp_curand_uniform_double(v.x), __wp_curand_uniform_double(v.z)};
}
template <class State> __WP_DEVICE float2 curand_normal2(State *state) {
  float u = curand_uniform(state), v = curand_uniform(state) * 6.2831855f, r = sqrtf(-2.0f * logf(u));
  return {r * sinf(v), r * cosf(v)};
}
template <class State> __WP_DEVICE double2 curand_normal2_double(State *state) {
  double u = curand_uniform_double(state), v = curand_uniform_double(state) * 6.283185307179586, r = sqrt(-2.0 * log(u));
  return {r * sin(v), r * cos(v)};
}
template <class State> __WP_DEVICE float4 curand_normal4(State *state) {
  float2 a = curand_normal2(state), b = curand_normal2(state);
  return {a.x, a.y, b.x, b.y};
}
template <class State> __WP_DEVICE float curand_normal(State *state) {
  if (state->pending) {
    state->pending = 0;
    return __uint_as_float(state->spare);
  }
  float2 v = curand_normal2(state);
  state->spare = __float_as_uint(v.y);
  state->pending = 1;
  return v.x;
}
template <class State> __WP_DEVICE double curand_normal_double(State *state) { return curand_normal2_double(state).x; }
__WP_DEVICE float curand_normal(curandStateMtgp32 *state) { return normcdfinvf(curand_uniform(state)); }
__WP_DEVICE double curand_normal_double(curandStateMtgp32 *state) { return normcdfinv(curand_uniform_double(state)); }
template <class State> __WP_DEVICE float curand_log_normal(State *state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
template <class State> __WP_DEVICE float2 curand_log_normal2(State *state, float mean, float deviation) {
  float2 v = curand_normal2(state);
  return {expf(mean + deviation * v.x), expf(mean + deviation * v.y)};
}
template <class State> __WP_DEVICE double curand_log_normal_double(State *state, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(state));
}
template <class State> __WP_DEVICE unsigned curand_poisson(State *state, double lambda) {
  return (unsigned)(lambda * -log(curand_uniform_double(state)));
}
template <class State> __WP_DEVICE uint4 curand_poisson4(State *state, double lambda) {
  return {curand_poisson(state, lambda), curand_poisson(state, lambda), curand_poisson(state, lambda), curand_poisson(state, lambda)};
}
#endif
