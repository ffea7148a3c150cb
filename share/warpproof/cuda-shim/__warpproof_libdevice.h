/* What is declared of the toolkit's device library and not linked: bodies for the functions whose values are arithmetic on integers and
 * bits, and for those that store through a parameter. The others are pure functions of their arguments, known by name. */
#ifndef __WARPPROOF_LIBDEVICE_H
#define __WARPPROOF_LIBDEVICE_H
#pragma clang system_header
#define __WP_NV extern "C" inline __attribute__((device, always_inline, nodebug))
__WP_NV int __nv_abs(int x) { return x < 0 ? -(unsigned)x : x; }
__WP_NV long long __nv_llabs(long long x) { return x < 0 ? -(unsigned long long)x : x; }
#define __WP_NV_ORDER(name, type, operation) \
  __WP_NV type name(type x, type y) { return y operation x ? y : x; }
__WP_NV_ORDER(__nv_min, int, <)
__WP_NV_ORDER(__nv_max, int, >)
__WP_NV_ORDER(__nv_umin, unsigned, <)
__WP_NV_ORDER(__nv_umax, unsigned, >)
__WP_NV_ORDER(__nv_llmin, long long, <)
__WP_NV_ORDER(__nv_llmax, long long, >)
__WP_NV_ORDER(__nv_ullmin, unsigned long long, <)
__WP_NV_ORDER(__nv_ullmax, unsigned long long, >)
#undef __WP_NV_ORDER
__WP_NV int __nv_popc(unsigned x) { return __builtin_popcount(x); }
__WP_NV int __nv_popcll(unsigned long long x) { return __builtin_popcountll(x); }
__WP_NV int __nv_clz(int x) { return __builtin_clzg((unsigned)x, 32); }
__WP_NV int __nv_clzll(long long x) { return __builtin_clzg((unsigned long long)x, 64); }
__WP_NV int __nv_ffs(int x) { return __builtin_ffs(x); }
__WP_NV int __nv_ffsll(long long x) { return __builtin_ffsll(x); }
__WP_NV int __nv_brev(int x) { return (int)__builtin_bitreverse32((unsigned)x); }
__WP_NV long long __nv_brevll(long long x) { return (long long)__builtin_bitreverse64((unsigned long long)x); }
__WP_NV int __nv_byte_perm(int x, int y, int selector) { return __nvvm_prmt(x, y, selector); }
__WP_NV int __nv_mul24(int x, int y) { return (int)((unsigned)((int)((unsigned)x << 8) >> 8) * (unsigned)((int)((unsigned)y << 8) >> 8)); }
__WP_NV unsigned __nv_umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
__WP_NV int __nv_mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
__WP_NV unsigned __nv_umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
__WP_NV long long __nv_mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
__WP_NV unsigned long long __nv_umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)((unsigned __int128)x * y >> 64);
}
__WP_NV int __nv_sad(int x, int y, int z) { return (int)((x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x) + (unsigned)z); }
__WP_NV unsigned __nv_usad(unsigned x, unsigned y, unsigned z) { return (x > y ? x - y : y - x) + z; }
__WP_NV int __nv_hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
__WP_NV int __nv_rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
__WP_NV int __nv_uhadd(unsigned x, unsigned y) { return (int)(((unsigned long long)x + y) >> 1); }
__WP_NV unsigned __nv_urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y + 1) >> 1); }
#define __WP_NV_BITS(name, to, from) \
  __WP_NV to name(from x) { return __builtin_bit_cast(to, x); }
__WP_NV_BITS(__nv_float_as_int, int, float)
__WP_NV_BITS(__nv_float_as_uint, unsigned, float)
__WP_NV_BITS(__nv_int_as_float, float, int)
__WP_NV_BITS(__nv_uint_as_float, float, unsigned)
__WP_NV_BITS(__nv_double_as_longlong, unsigned long long, double)
__WP_NV_BITS(__nv_longlong_as_double, double, long long)
#undef __WP_NV_BITS
__WP_NV int __nv_double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
__WP_NV int __nv_double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
__WP_NV double __nv_hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned)high << 32 | (unsigned)low);
}
#define __WP_NV_CAST(name, to, from) \
  __WP_NV to name(from x) { return (to)x; }
__WP_NV_CAST(__nv_float2int_rz, int, float)
__WP_NV_CAST(__nv_float2uint_rz, unsigned, float)
__WP_NV_CAST(__nv_float2ll_rz, long long, float)
__WP_NV_CAST(__nv_float2ull_rz, unsigned long long, float)
__WP_NV_CAST(__nv_double2int_rz, int, double)
__WP_NV_CAST(__nv_double2uint_rz, unsigned, double)
__WP_NV_CAST(__nv_double2ll_rz, long long, double)
__WP_NV_CAST(__nv_double2ull_rz, unsigned long long, double)
__WP_NV_CAST(__nv_int2float_rn, float, int)
__WP_NV_CAST(__nv_uint2float_rn, float, unsigned)
__WP_NV_CAST(__nv_ll2float_rn, float, long long)
__WP_NV_CAST(__nv_ull2float_rn, float, unsigned long long)
__WP_NV_CAST(__nv_int2double_rn, double, int)
__WP_NV_CAST(__nv_uint2double_rn, double, unsigned)
__WP_NV_CAST(__nv_ll2double_rn, double, long long)
__WP_NV_CAST(__nv_ull2double_rn, double, unsigned long long)
__WP_NV_CAST(__nv_double2float_rn, float, double)
#undef __WP_NV_CAST
/* Values that the bundled headers' functions of these names have too. */
extern "C" {
__attribute__((device, const)) double __wp_frexp(double), __wp_modf(double), __wp_remquo(double, double);
__attribute__((device, const)) int __wp_frexp_exponent(double), __wp_remquo_bits(double, double);
}
__WP_NV double __nv_frexp(double x, int *exponent) { *exponent = __wp_frexp_exponent(x); return __wp_frexp(x); }
__WP_NV float __nv_frexpf(float x, int *exponent) { *exponent = __wp_frexp_exponent(x); return (float)__wp_frexp(x); }
__WP_NV double __nv_modf(double x, double *whole) { *whole = __nv_trunc(x); return __wp_modf(x); }
__WP_NV float __nv_modff(float x, float *whole) { *whole = __nv_truncf(x); return (float)__wp_modf(x); }
__WP_NV double __nv_remquo(double x, double y, int *bits) { *bits = __wp_remquo_bits(x, y); return __wp_remquo(x, y); }
__WP_NV float __nv_remquof(float x, float y, int *bits) { *bits = __wp_remquo_bits(x, y); return (float)__wp_remquo(x, y); }
__WP_NV void __nv_sincos(double x, double *s, double *c) { *s = __nv_sin(x); *c = __nv_cos(x); }
__WP_NV void __nv_sincosf(float x, float *s, float *c) { *s = __nv_sinf(x); *c = __nv_cosf(x); }
__WP_NV void __nv_fast_sincosf(float x, float *s, float *c) { *s = __nv_fast_sinf(x); *c = __nv_fast_cosf(x); }
__WP_NV void __nv_sincospi(double x, double *s, double *c) { *s = __nv_sinpi(x); *c = __nv_cospi(x); }
__WP_NV void __nv_sincospif(float x, float *s, float *c) { *s = __nv_sinpif(x); *c = __nv_cospif(x); }
#undef __WP_NV
#endif
