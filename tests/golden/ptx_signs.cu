// Inline PTX: what ld and cvt write into a wider register is extended as their type says, and a type that is not decoded is no other one.
// RUN: check --only=race

// Thread 128 and those behind it have r < 0.
// expect: cvt_s8 race=refuted
__global__ void cvt_s8(int *o) {
  __shared__ int s[512];
  int t = threadIdx.x, r;
  if (blockDim.x != 256)
    return;
  asm("cvt.s8.s32 %0, %1;" : "=r"(r) : "r"(t));
  s[r < 0 ? 0 : r] = t; // race: write-write s
}

// expect: cvt_u8 race=proved
__global__ void cvt_u8(int *o) {
  __shared__ int s[512];
  int t = threadIdx.x, r;
  if (blockDim.x != 256)
    return;
  asm("cvt.u8.s32 %0, %1;" : "=r"(r) : "r"(t));
  s[r < 0 ? 0 : r] = t;
}

// A register of the text has the sign as well.
// expect: cvt_register race=refuted
__global__ void cvt_register(int *o) {
  __shared__ int s[512];
  int t = threadIdx.x, r;
  if (blockDim.x != 256)
    return;
  asm("{ .reg .b32 x; cvt.s8.s32 x, %1; add.s32 %0, x, 0; }" : "=r"(r) : "r"(t));
  s[r < 0 ? 0 : r] = t; // race: write-write s
}

// expect: cvt_register_unsigned race=proved
__global__ void cvt_register_unsigned(int *o) {
  __shared__ int s[512];
  int t = threadIdx.x, r;
  if (blockDim.x != 256)
    return;
  asm("{ .reg .b32 x; cvt.u8.s32 x, %1; add.s32 %0, x, 0; }" : "=r"(r) : "r"(t));
  s[r < 0 ? 0 : r] = t;
}

// Where the guard is false all 32 bits stay, not only the low 8: r is 256 * t, or 0.
// expect: cvt_guarded race=proved
__global__ void cvt_guarded(int *o) {
  __shared__ int s[65536];
  int t = threadIdx.x, r = t * 256;
  if (blockDim.x != 256)
    return;
  asm("{ .reg .pred p; setp.eq.s32 p, %1, 0; @p cvt.u8.u32 %0, %1; }" : "+r"(r) : "r"(t));
  s[r] = t;
}

// expect: cvt_guarded_racy race=refuted
__global__ void cvt_guarded_racy(int *o) {
  __shared__ int s[65536];
  int t = threadIdx.x, r = t * 256;
  if (blockDim.x != 256)
    return;
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p cvt.u8.u32 %0, %2; }" : "+r"(r) : "r"(t), "r"(r));
  s[r] = t; // race: write-write s
}

// expect: ld_s8 race=refuted
__global__ void ld_s8(const signed char *p) {
  __shared__ int s[1];
  int r;
  asm("ld.global.s8 %0, [%1];" : "=r"(r) : "l"(p));
  if (r < 0)
    s[0] = threadIdx.x; // race: write-write s
}

// expect: ld_u8 race=proved
__global__ void ld_u8(const signed char *p) {
  __shared__ int s[1];
  int r;
  asm("ld.global.u8 %0, [%1];" : "=r"(r) : "l"(p));
  if (r < 0)
    s[0] = threadIdx.x;
}

// expect: ld_s8_limit race=proved
__global__ void ld_s8_limit(const signed char *p) {
  __shared__ int s[1];
  int r;
  asm("ld.global.s8 %0, [%1];" : "=r"(r) : "l"(p));
  if (r > 127)
    s[0] = threadIdx.x;
}

// expect: ld_s32_wide race=refuted
__global__ void ld_s32_wide(const int *p) {
  __shared__ int s[1];
  long long r;
  asm("ld.global.v2.s32 {%0, _}, [%1];" : "=l"(r) : "l"(p));
  if (r < 0)
    s[0] = threadIdx.x; // race: write-write s
}

// expect: ld_s16 race=proved
__global__ void ld_s16(const short *p) {
  __shared__ int s[1];
  int r;
  asm("ld.global.s16 %0, [%1];" : "=r"(r) : "l"(p));
  if (r > 32767)
    s[0] = threadIdx.x;
}

// The number 2 as a bfloat16, which is below 1 as the low half of a float.
// expect: cvt_bf16 race=unproved
__global__ void cvt_bf16(int *o) {
  __shared__ int s[1];
  float f;
  unsigned short h = 0x4000;
  asm("cvt.f32.bf16 %0, %1;" : "=f"(f) : "h"(h)); // may-unproved: race unsupported
  if (f < 1.0f)
    s[0] = threadIdx.x; // may-race: write-write s [possible]; may-race: write-write s [warning]; unproved: race data-dependent
}

// The smallest of 1 and 0xffffffff, without and with a sign.
// expect: redux_u32 race=refuted
__global__ void redux_u32(int *o) {
  __shared__ int s[1];
  unsigned t = threadIdx.x, r;
  if (blockDim.x != 64)
    return;
  asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t % 32 ? 0xffffffffu : 1u));
  if (r == 1)
    s[0] = t; // race: write-write s; may-unproved: race data-dependent
}

// expect: redux_s32 race=proved|unproved
__global__ void redux_s32(int *o) {
  __shared__ int s[1];
  unsigned t = threadIdx.x, r;
  if (blockDim.x != 64)
    return;
  asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t % 32 ? 0xffffffffu : 1u));
  if (r == 1)
    s[0] = t; // may-race: write-write s [warning]; may-unproved: race data-dependent
}
