// Vector types: sizes, alignments, make_*, whole-vector accesses, helper operators.
#include <helper_math.h>
#include <vector_types.h>
static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && alignof(float4) == 16 && sizeof(double4) == 32 && alignof(double4) == 16);
static_assert(alignof(char4) == 4 && alignof(short4) == 8 && alignof(int2) == 8 && alignof(longlong2) == 16 && alignof(double4_32a) == 32);
static_assert(alignof(uchar2) == 2 && sizeof(ulonglong3) == 24 && alignof(float2) == 8 && sizeof(long4) == 32);
__global__ void kernel(float4 *f, int3 *n, uchar4 *c, double2 *d, float3 *g) {
  int i = threadIdx.x;
  f[i] = make_float4(1, 2, 3, 4) + f[i + 1] * 2.0f - f[i + 2] / f[i];
  f[i] += make_float4(make_float3(1, 2, 3), 1);
  n[i] = make_int3(1, 2, 3) + n[i + 1];
  c[i] = make_uchar4(1, 2, 3, 4);
  d[i] = make_double2(c[i].x, c[i].w);
  g[i] = normalize(cross(g[0], g[1])) * dot(g[2], g[3]) + lerp(g[4], g[5], 0.5f) + clamp(g[6], 0.0f, 1.0f) + make_float3(f[i]);
  g[i].x = length(g[1]) + clamp(n[i].x, 0, 3);
  g[i] = -g[i];
  longlong1 one = make_longlong1(1);
  short3 s = make_short3(1, 2, 3);
  f[i].x = one.x + s.z;
}
