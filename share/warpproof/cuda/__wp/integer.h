/* Integer intrinsics, bit casts and the SIMD video instructions. Everything here is arithmetic. */
#ifndef __WP_INTEGER_H
#define __WP_INTEGER_H
#pragma clang system_header

#define __DEVICE_FUNCTIONS_H__

__WP_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__WP_DEVICE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__WP_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__WP_DEVICE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__WP_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__WP_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__WP_DEVICE int __double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
__WP_DEVICE int __double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
__WP_DEVICE double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned)high << 32 | (unsigned)low);
}

__WP_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
__WP_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__WP_DEVICE int __clz(int x) { return __builtin_clzg((unsigned)x, 32); }
__WP_DEVICE int __clzll(long long x) { return __builtin_clzg((unsigned long long)x, 64); }
__WP_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
__WP_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
__WP_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__WP_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__WP_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) { return __nvvm_prmt(x, y, selector); }

__WP_DEVICE int __mul24(int x, int y) { return (int)((unsigned)((x << 8) >> 8) * (unsigned)((y << 8) >> 8)); }
__WP_DEVICE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
__WP_DEVICE int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
__WP_DEVICE unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
__WP_DEVICE long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
__WP_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)((unsigned __int128)x * y >> 64);
}
__WP_DEVICE unsigned __sad(int x, int y, unsigned z) { return (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x) + z; }
__WP_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x > y ? x - y : y - x) + z; }
__WP_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
__WP_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
__WP_DEVICE unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y) >> 1); }
__WP_DEVICE unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y + 1) >> 1); }

__WP_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
__WP_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
__WP_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)((((unsigned long long)high << 32 | low) << (shift < 32 ? shift : 32)) >> 32);
}
__WP_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift < 32 ? shift : 32));
}

__WP_PURE int __dp4a(int, int, int) __asm__("__dp4a_s32");
__WP_PURE unsigned __dp4a(unsigned, unsigned, unsigned) __asm__("__dp4a_u32");
__WP_DEVICE int __dp4a(char4 a, char4 b, int c) { return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
__WP_DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c); }
__WP_PURE int __dp2a_lo(int, int, int) __asm__("__dp2a_lo_s32");
__WP_PURE unsigned __dp2a_lo(unsigned, unsigned, unsigned) __asm__("__dp2a_lo_u32");
__WP_PURE int __dp2a_hi(int, int, int) __asm__("__dp2a_hi_s32");
__WP_PURE unsigned __dp2a_hi(unsigned, unsigned, unsigned) __asm__("__dp2a_hi_u32");
__WP_DEVICE int __dp2a_lo(short2 a, char4 b, int c) { return __dp2a_lo(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
__WP_DEVICE int __dp2a_hi(short2 a, char4 b, int c) { return __dp2a_hi(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
__WP_DEVICE unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_lo(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}
__WP_DEVICE unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_hi(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}

extern "C" {
#define __WP_VIDEO(name) __WP_PURE unsigned name##2(unsigned, unsigned), name##4(unsigned, unsigned);
__WP_VIDEO(__vabsdiffs)
__WP_VIDEO(__vabsdiffu)
__WP_VIDEO(__vadd)
__WP_VIDEO(__vaddss)
__WP_VIDEO(__vaddus)
__WP_VIDEO(__vavgs)
__WP_VIDEO(__vavgu)
__WP_VIDEO(__vcmpeq)
__WP_VIDEO(__vcmpges)
__WP_VIDEO(__vcmpgeu)
__WP_VIDEO(__vcmpgts)
__WP_VIDEO(__vcmpgtu)
__WP_VIDEO(__vcmples)
__WP_VIDEO(__vcmpleu)
__WP_VIDEO(__vcmplts)
__WP_VIDEO(__vcmpltu)
__WP_VIDEO(__vcmpne)
__WP_VIDEO(__vhaddu)
__WP_VIDEO(__vmaxs)
__WP_VIDEO(__vmaxu)
__WP_VIDEO(__vmins)
__WP_VIDEO(__vminu)
__WP_VIDEO(__vsads)
__WP_VIDEO(__vsadu)
__WP_VIDEO(__vseteq)
__WP_VIDEO(__vsetges)
__WP_VIDEO(__vsetgeu)
__WP_VIDEO(__vsetgts)
__WP_VIDEO(__vsetgtu)
__WP_VIDEO(__vsetles)
__WP_VIDEO(__vsetleu)
__WP_VIDEO(__vsetlts)
__WP_VIDEO(__vsetltu)
__WP_VIDEO(__vsetne)
__WP_VIDEO(__vsub)
__WP_VIDEO(__vsubss)
__WP_VIDEO(__vsubus)
#undef __WP_VIDEO
__WP_PURE unsigned __vabs2(unsigned), __vabs4(unsigned), __vabsss2(unsigned), __vabsss4(unsigned);
__WP_PURE unsigned __vneg2(unsigned), __vneg4(unsigned), __vnegss2(unsigned), __vnegss4(unsigned);
}
#endif
