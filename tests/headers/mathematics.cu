// Mathematical functions of both precisions, fast ones, roundings, overloads; without <cmath>.
__global__ void kernel(float *f, double *d, int *n, unsigned *u, long long *l) {
  float x = f[0], y = f[1];
  double a = d[0], b = d[1];
  f[2] = sinf(x) + cosf(x) + tanf(x) + asinf(x) + acosf(x) + atanf(x) + atan2f(x, y) + sinhf(x) + coshf(x) + tanhf(x) + expf(x) + exp2f(x) + exp10f(x) + expm1f(x) + logf(x) + log2f(x) + log10f(x) + log1pf(x) + powf(x, y) + sqrtf(x) + rsqrtf(x) + cbrtf(x) + rcbrtf(x) + hypotf(x, y) + fabsf(x) + fminf(x, y) + fmaxf(x, y) + fmodf(x, y) + floorf(x) + ceilf(x) + truncf(x) + roundf(x) + rintf(x) + nearbyintf(x) + fmaf(x, y, x) + copysignf(x, y) + erff(x) + erfcf(x) + erfinvf(x) + normcdff(x) + normcdfinvf(x) + tgammaf(x) + lgammaf(x) + j0f(x) + norm3df(x, y, x) + rnorm3df(x, y, x) + norm4df(x, y, x, y) + ldexpf(x, 3) + fdimf(x, y) + remainderf(x, y) + sinpif(x) + cospif(x) + rhypotf(x, y) + scalbnf(x, 2) + nextafterf(x, y);
  d[2] = sin(a) + cos(a) + tan(a) + pow(a, b) + pow(a, 2) + pow(2, 3) + sqrt(a) + rsqrt(a) + exp(a) + log(a) + fabs(a) + fmin(a, b) + fmax(a, b) + fmod(a, b) + floor(a) + ceil(a) + fma(a, b, a) + norm3d(a, b, a) + erf(a) + atan2(a, b) + hypot(a, b) + cbrt(a) + round(a) + ldexp(a, 2) + normcdf(a) + sinpi(a) + sqrt(n[0]) + exp(n[0]) + fmax(x, b);
  f[3] = sin(x) + cos(x) + pow(x, y) + pow(x, 2) + sqrt(x) + exp(x) + log(x) + fabs(x) + abs(x) + floor(x) + max(x, y) + min(x, y) + fma(x, y, x) + atan2(x, y);
  f[4] = __sinf(x) + __cosf(x) + __tanf(x) + __expf(x) + __exp10f(x) + __logf(x) + __log2f(x) + __log10f(x) + __powf(x, y) + __fdividef(x, y) + __saturatef(x) + __frsqrt_rn(x) + __frcp_rn(x) + __fsqrt_rz(x) + __fmaf_rn(x, y, x) + __fadd_rn(x, y) + __fsub_rz(x, y) + __fmul_ru(x, y) + __fdiv_rd(x, y);
  d[3] = __dadd_rn(a, b) + __dmul_rz(a, b) + __ddiv_rn(a, b) + __dsqrt_rn(a) + __drcp_rn(a) + __fma_rn(a, b, a) + max(a, x) + min(3, b);
  sincosf(x, f + 5, f + 6);
  sincos(a, d + 5, d + 6);
  sincospif(x, f + 7, f + 8);
  __sincosf(x, f + 9, f + 10);
  f[11] = modff(x, f + 12) + frexpf(x, n + 1) + remquof(x, y, n + 2);
  d[11] = modf(a, d + 12) + frexp(a, n + 3) + nan("") + norm(3, d);
  n[4] = __float2int_rn(x) + __float2int_rz(x) + __float2int_ru(x) + __float2int_rd(x) + __double2int_rz(a) + lrintf(x) + ilogbf(x);
  u[4] = __float2uint_rn(x) + __double2uint_rz(a);
  l[4] = __float2ll_rn(x) + __double2ll_rz(a) + llrintf(x) + llroundf(x);
  f[13] = __int2float_rn(n[0]) + __uint2float_rz(u[0]) + __ll2float_rn(l[0]) + __double2float_rn(a) + __int_as_float(n[0]) + __uint_as_float(u[0]);
  n[5] = isnan(x) + isinf(a) + isfinite(x) + signbit(x) + __float_as_int(x) + abs(n[0]) + max(n[0], 3) + min(n[0], u[0]);
  d[13] = __int2double_rn(n[0]) + __longlong_as_double(l[0]) + __hiloint2double(1, 2);
  l[5] = __double_as_longlong(a) + max(l[0], 4) + min(l[0], 7ll) + llabs(l[0]) + abs(l[1]);
  u[5] = max(u[0], 3u) + umin(u[0], 1u) + max((unsigned char)3, (unsigned char)4);
}
