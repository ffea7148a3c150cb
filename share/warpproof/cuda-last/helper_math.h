/* Operators and functions on vector types under the names that programs expect of a header called helper_math.h. A program's own header of
 * that name is found first: this folder is searched last. */
#pragma once
#pragma clang system_header
#include <cuda_runtime.h> /* the bundled one or a toolkit's */
#ifndef __WP_BOTH
#define __WP_BOTH inline __attribute__((host, device, always_inline, nodebug))
#endif

typedef unsigned uint;
typedef unsigned short ushort;

__WP_BOTH float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
__WP_BOTH float2 operator+(float2 a, float b) { return {a.x + b, a.y + b}; }
__WP_BOTH float2 operator+(float a, float2 b) { return {a + b.x, a + b.y}; }
__WP_BOTH void operator+=(float2 &a, float2 b) { a = a + b; }
__WP_BOTH void operator+=(float2 &a, float b) { a = a + b; }
__WP_BOTH float2 operator-(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
__WP_BOTH float2 operator-(float2 a, float b) { return {a.x - b, a.y - b}; }
__WP_BOTH float2 operator-(float a, float2 b) { return {a - b.x, a - b.y}; }
__WP_BOTH void operator-=(float2 &a, float2 b) { a = a - b; }
__WP_BOTH void operator-=(float2 &a, float b) { a = a - b; }
__WP_BOTH float2 operator*(float2 a, float2 b) { return {a.x * b.x, a.y * b.y}; }
__WP_BOTH float2 operator*(float2 a, float b) { return {a.x * b, a.y * b}; }
__WP_BOTH float2 operator*(float a, float2 b) { return {a * b.x, a * b.y}; }
__WP_BOTH void operator*=(float2 &a, float2 b) { a = a * b; }
__WP_BOTH void operator*=(float2 &a, float b) { a = a * b; }
__WP_BOTH float2 operator/(float2 a, float2 b) { return {a.x / b.x, a.y / b.y}; }
__WP_BOTH float2 operator/(float2 a, float b) { return {a.x / b, a.y / b}; }
__WP_BOTH float2 operator/(float a, float2 b) { return {a / b.x, a / b.y}; }
__WP_BOTH void operator/=(float2 &a, float2 b) { a = a / b; }
__WP_BOTH void operator/=(float2 &a, float b) { a = a / b; }
__WP_BOTH float2 operator-(float2 a) { return {-a.x, -a.y}; }
__WP_BOTH float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__WP_BOTH float2 fmin(float2 a, float2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }
__WP_BOTH float2 fmax(float2 a, float2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }
__WP_BOTH float2 make_float2(float s) { return {s, s}; }
__WP_BOTH float2 make_float2(float3 a) { return {a.x, a.y}; }
__WP_BOTH float2 make_float2(int2 a) { return {(float)a.x, (float)a.y}; }
__WP_BOTH float2 make_float2(uint2 a) { return {(float)a.x, (float)a.y}; }
__WP_BOTH float3 operator+(float3 a, float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__WP_BOTH float3 operator+(float3 a, float b) { return {a.x + b, a.y + b, a.z + b}; }
__WP_BOTH float3 operator+(float a, float3 b) { return {a + b.x, a + b.y, a + b.z}; }
__WP_BOTH void operator+=(float3 &a, float3 b) { a = a + b; }
__WP_BOTH void operator+=(float3 &a, float b) { a = a + b; }
__WP_BOTH float3 operator-(float3 a, float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__WP_BOTH float3 operator-(float3 a, float b) { return {a.x - b, a.y - b, a.z - b}; }
__WP_BOTH float3 operator-(float a, float3 b) { return {a - b.x, a - b.y, a - b.z}; }
__WP_BOTH void operator-=(float3 &a, float3 b) { a = a - b; }
__WP_BOTH void operator-=(float3 &a, float b) { a = a - b; }
__WP_BOTH float3 operator*(float3 a, float3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
__WP_BOTH float3 operator*(float3 a, float b) { return {a.x * b, a.y * b, a.z * b}; }
__WP_BOTH float3 operator*(float a, float3 b) { return {a * b.x, a * b.y, a * b.z}; }
__WP_BOTH void operator*=(float3 &a, float3 b) { a = a * b; }
__WP_BOTH void operator*=(float3 &a, float b) { a = a * b; }
__WP_BOTH float3 operator/(float3 a, float3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }
__WP_BOTH float3 operator/(float3 a, float b) { return {a.x / b, a.y / b, a.z / b}; }
__WP_BOTH float3 operator/(float a, float3 b) { return {a / b.x, a / b.y, a / b.z}; }
__WP_BOTH void operator/=(float3 &a, float3 b) { a = a / b; }
__WP_BOTH void operator/=(float3 &a, float b) { a = a / b; }
__WP_BOTH float3 operator-(float3 a) { return {-a.x, -a.y, -a.z}; }
__WP_BOTH float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__WP_BOTH float3 fmin(float3 a, float3 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
__WP_BOTH float3 fmax(float3 a, float3 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
__WP_BOTH float3 make_float3(float s) { return {s, s, s}; }
__WP_BOTH float3 make_float3(float2 a, float s) { return {a.x, a.y, s}; }
__WP_BOTH float3 make_float3(float2 a) { return {a.x, a.y, 0}; }
__WP_BOTH float3 make_float3(float4 a) { return {a.x, a.y, a.z}; }
__WP_BOTH float3 make_float3(int3 a) { return {(float)a.x, (float)a.y, (float)a.z}; }
__WP_BOTH float3 make_float3(uint3 a) { return {(float)a.x, (float)a.y, (float)a.z}; }
__WP_BOTH float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__WP_BOTH float4 operator+(float4 a, float b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }
__WP_BOTH float4 operator+(float a, float4 b) { return {a + b.x, a + b.y, a + b.z, a + b.w}; }
__WP_BOTH void operator+=(float4 &a, float4 b) { a = a + b; }
__WP_BOTH void operator+=(float4 &a, float b) { a = a + b; }
__WP_BOTH float4 operator-(float4 a, float4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
__WP_BOTH float4 operator-(float4 a, float b) { return {a.x - b, a.y - b, a.z - b, a.w - b}; }
__WP_BOTH float4 operator-(float a, float4 b) { return {a - b.x, a - b.y, a - b.z, a - b.w}; }
__WP_BOTH void operator-=(float4 &a, float4 b) { a = a - b; }
__WP_BOTH void operator-=(float4 &a, float b) { a = a - b; }
__WP_BOTH float4 operator*(float4 a, float4 b) { return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
__WP_BOTH float4 operator*(float4 a, float b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }
__WP_BOTH float4 operator*(float a, float4 b) { return {a * b.x, a * b.y, a * b.z, a * b.w}; }
__WP_BOTH void operator*=(float4 &a, float4 b) { a = a * b; }
__WP_BOTH void operator*=(float4 &a, float b) { a = a * b; }
__WP_BOTH float4 operator/(float4 a, float4 b) { return {a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w}; }
__WP_BOTH float4 operator/(float4 a, float b) { return {a.x / b, a.y / b, a.z / b, a.w / b}; }
__WP_BOTH float4 operator/(float a, float4 b) { return {a / b.x, a / b.y, a / b.z, a / b.w}; }
__WP_BOTH void operator/=(float4 &a, float4 b) { a = a / b; }
__WP_BOTH void operator/=(float4 &a, float b) { a = a / b; }
__WP_BOTH float4 operator-(float4 a) { return {-a.x, -a.y, -a.z, -a.w}; }
__WP_BOTH float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__WP_BOTH float4 fmin(float4 a, float4 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)}; }
__WP_BOTH float4 fmax(float4 a, float4 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)}; }
__WP_BOTH float4 make_float4(float s) { return {s, s, s, s}; }
__WP_BOTH float4 make_float4(float3 a, float s) { return {a.x, a.y, a.z, s}; }
__WP_BOTH float4 make_float4(float3 a) { return {a.x, a.y, a.z, 0}; }
__WP_BOTH float4 make_float4(int4 a) { return {(float)a.x, (float)a.y, (float)a.z, (float)a.w}; }
__WP_BOTH float4 make_float4(uint4 a) { return {(float)a.x, (float)a.y, (float)a.z, (float)a.w}; }
__WP_BOTH int2 operator+(int2 a, int2 b) { return {a.x + b.x, a.y + b.y}; }
__WP_BOTH int2 operator+(int2 a, int b) { return {a.x + b, a.y + b}; }
__WP_BOTH int2 operator+(int a, int2 b) { return {a + b.x, a + b.y}; }
__WP_BOTH void operator+=(int2 &a, int2 b) { a = a + b; }
__WP_BOTH void operator+=(int2 &a, int b) { a = a + b; }
__WP_BOTH int2 operator-(int2 a, int2 b) { return {a.x - b.x, a.y - b.y}; }
__WP_BOTH int2 operator-(int2 a, int b) { return {a.x - b, a.y - b}; }
__WP_BOTH int2 operator-(int a, int2 b) { return {a - b.x, a - b.y}; }
__WP_BOTH void operator-=(int2 &a, int2 b) { a = a - b; }
__WP_BOTH void operator-=(int2 &a, int b) { a = a - b; }
__WP_BOTH int2 operator*(int2 a, int2 b) { return {a.x * b.x, a.y * b.y}; }
__WP_BOTH int2 operator*(int2 a, int b) { return {a.x * b, a.y * b}; }
__WP_BOTH int2 operator*(int a, int2 b) { return {a * b.x, a * b.y}; }
__WP_BOTH void operator*=(int2 &a, int2 b) { a = a * b; }
__WP_BOTH void operator*=(int2 &a, int b) { a = a * b; }
__WP_BOTH int2 operator-(int2 a) { return {-a.x, -a.y}; }
__WP_BOTH int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
__WP_BOTH int2 min(int2 a, int2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }
__WP_BOTH int2 max(int2 a, int2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }
__WP_BOTH int2 make_int2(int s) { return {s, s}; }
__WP_BOTH int2 make_int2(int3 a) { return {a.x, a.y}; }
__WP_BOTH int2 make_int2(float2 a) { return {(int)a.x, (int)a.y}; }
__WP_BOTH int2 make_int2(uint2 a) { return {(int)a.x, (int)a.y}; }
__WP_BOTH int3 operator+(int3 a, int3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__WP_BOTH int3 operator+(int3 a, int b) { return {a.x + b, a.y + b, a.z + b}; }
__WP_BOTH int3 operator+(int a, int3 b) { return {a + b.x, a + b.y, a + b.z}; }
__WP_BOTH void operator+=(int3 &a, int3 b) { a = a + b; }
__WP_BOTH void operator+=(int3 &a, int b) { a = a + b; }
__WP_BOTH int3 operator-(int3 a, int3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__WP_BOTH int3 operator-(int3 a, int b) { return {a.x - b, a.y - b, a.z - b}; }
__WP_BOTH int3 operator-(int a, int3 b) { return {a - b.x, a - b.y, a - b.z}; }
__WP_BOTH void operator-=(int3 &a, int3 b) { a = a - b; }
__WP_BOTH void operator-=(int3 &a, int b) { a = a - b; }
__WP_BOTH int3 operator*(int3 a, int3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
__WP_BOTH int3 operator*(int3 a, int b) { return {a.x * b, a.y * b, a.z * b}; }
__WP_BOTH int3 operator*(int a, int3 b) { return {a * b.x, a * b.y, a * b.z}; }
__WP_BOTH void operator*=(int3 &a, int3 b) { a = a * b; }
__WP_BOTH void operator*=(int3 &a, int b) { a = a * b; }
__WP_BOTH int3 operator-(int3 a) { return {-a.x, -a.y, -a.z}; }
__WP_BOTH int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__WP_BOTH int3 min(int3 a, int3 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
__WP_BOTH int3 max(int3 a, int3 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
__WP_BOTH int3 make_int3(int s) { return {s, s, s}; }
__WP_BOTH int3 make_int3(int2 a, int s) { return {a.x, a.y, s}; }
__WP_BOTH int3 make_int3(int2 a) { return {a.x, a.y, 0}; }
__WP_BOTH int3 make_int3(int4 a) { return {a.x, a.y, a.z}; }
__WP_BOTH int3 make_int3(float3 a) { return {(int)a.x, (int)a.y, (int)a.z}; }
__WP_BOTH int3 make_int3(uint3 a) { return {(int)a.x, (int)a.y, (int)a.z}; }
__WP_BOTH int4 operator+(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__WP_BOTH int4 operator+(int4 a, int b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }
__WP_BOTH int4 operator+(int a, int4 b) { return {a + b.x, a + b.y, a + b.z, a + b.w}; }
__WP_BOTH void operator+=(int4 &a, int4 b) { a = a + b; }
__WP_BOTH void operator+=(int4 &a, int b) { a = a + b; }
__WP_BOTH int4 operator-(int4 a, int4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
__WP_BOTH int4 operator-(int4 a, int b) { return {a.x - b, a.y - b, a.z - b, a.w - b}; }
__WP_BOTH int4 operator-(int a, int4 b) { return {a - b.x, a - b.y, a - b.z, a - b.w}; }
__WP_BOTH void operator-=(int4 &a, int4 b) { a = a - b; }
__WP_BOTH void operator-=(int4 &a, int b) { a = a - b; }
__WP_BOTH int4 operator*(int4 a, int4 b) { return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
__WP_BOTH int4 operator*(int4 a, int b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }
__WP_BOTH int4 operator*(int a, int4 b) { return {a * b.x, a * b.y, a * b.z, a * b.w}; }
__WP_BOTH void operator*=(int4 &a, int4 b) { a = a * b; }
__WP_BOTH void operator*=(int4 &a, int b) { a = a * b; }
__WP_BOTH int4 operator-(int4 a) { return {-a.x, -a.y, -a.z, -a.w}; }
__WP_BOTH int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__WP_BOTH int4 min(int4 a, int4 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)}; }
__WP_BOTH int4 max(int4 a, int4 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)}; }
__WP_BOTH int4 make_int4(int s) { return {s, s, s, s}; }
__WP_BOTH int4 make_int4(int3 a, int s) { return {a.x, a.y, a.z, s}; }
__WP_BOTH int4 make_int4(int3 a) { return {a.x, a.y, a.z, 0}; }
__WP_BOTH int4 make_int4(float4 a) { return {(int)a.x, (int)a.y, (int)a.z, (int)a.w}; }
__WP_BOTH int4 make_int4(uint4 a) { return {(int)a.x, (int)a.y, (int)a.z, (int)a.w}; }
__WP_BOTH uint2 operator+(uint2 a, uint2 b) { return {a.x + b.x, a.y + b.y}; }
__WP_BOTH uint2 operator+(uint2 a, unsigned b) { return {a.x + b, a.y + b}; }
__WP_BOTH uint2 operator+(unsigned a, uint2 b) { return {a + b.x, a + b.y}; }
__WP_BOTH void operator+=(uint2 &a, uint2 b) { a = a + b; }
__WP_BOTH void operator+=(uint2 &a, unsigned b) { a = a + b; }
__WP_BOTH uint2 operator-(uint2 a, uint2 b) { return {a.x - b.x, a.y - b.y}; }
__WP_BOTH uint2 operator-(uint2 a, unsigned b) { return {a.x - b, a.y - b}; }
__WP_BOTH uint2 operator-(unsigned a, uint2 b) { return {a - b.x, a - b.y}; }
__WP_BOTH void operator-=(uint2 &a, uint2 b) { a = a - b; }
__WP_BOTH void operator-=(uint2 &a, unsigned b) { a = a - b; }
__WP_BOTH uint2 operator*(uint2 a, uint2 b) { return {a.x * b.x, a.y * b.y}; }
__WP_BOTH uint2 operator*(uint2 a, unsigned b) { return {a.x * b, a.y * b}; }
__WP_BOTH uint2 operator*(unsigned a, uint2 b) { return {a * b.x, a * b.y}; }
__WP_BOTH void operator*=(uint2 &a, uint2 b) { a = a * b; }
__WP_BOTH void operator*=(uint2 &a, unsigned b) { a = a * b; }
__WP_BOTH unsigned dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
__WP_BOTH uint2 min(uint2 a, uint2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }
__WP_BOTH uint2 max(uint2 a, uint2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }
__WP_BOTH uint2 make_uint2(unsigned s) { return {s, s}; }
__WP_BOTH uint2 make_uint2(uint3 a) { return {a.x, a.y}; }
__WP_BOTH uint2 make_uint2(float2 a) { return {(unsigned)a.x, (unsigned)a.y}; }
__WP_BOTH uint2 make_uint2(int2 a) { return {(unsigned)a.x, (unsigned)a.y}; }
__WP_BOTH uint3 operator+(uint3 a, uint3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__WP_BOTH uint3 operator+(uint3 a, unsigned b) { return {a.x + b, a.y + b, a.z + b}; }
__WP_BOTH uint3 operator+(unsigned a, uint3 b) { return {a + b.x, a + b.y, a + b.z}; }
__WP_BOTH void operator+=(uint3 &a, uint3 b) { a = a + b; }
__WP_BOTH void operator+=(uint3 &a, unsigned b) { a = a + b; }
__WP_BOTH uint3 operator-(uint3 a, uint3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__WP_BOTH uint3 operator-(uint3 a, unsigned b) { return {a.x - b, a.y - b, a.z - b}; }
__WP_BOTH uint3 operator-(unsigned a, uint3 b) { return {a - b.x, a - b.y, a - b.z}; }
__WP_BOTH void operator-=(uint3 &a, uint3 b) { a = a - b; }
__WP_BOTH void operator-=(uint3 &a, unsigned b) { a = a - b; }
__WP_BOTH uint3 operator*(uint3 a, uint3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
__WP_BOTH uint3 operator*(uint3 a, unsigned b) { return {a.x * b, a.y * b, a.z * b}; }
__WP_BOTH uint3 operator*(unsigned a, uint3 b) { return {a * b.x, a * b.y, a * b.z}; }
__WP_BOTH void operator*=(uint3 &a, uint3 b) { a = a * b; }
__WP_BOTH void operator*=(uint3 &a, unsigned b) { a = a * b; }
__WP_BOTH unsigned dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__WP_BOTH uint3 min(uint3 a, uint3 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
__WP_BOTH uint3 max(uint3 a, uint3 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
__WP_BOTH uint3 make_uint3(unsigned s) { return {s, s, s}; }
__WP_BOTH uint3 make_uint3(uint2 a, unsigned s) { return {a.x, a.y, s}; }
__WP_BOTH uint3 make_uint3(uint2 a) { return {a.x, a.y, 0}; }
__WP_BOTH uint3 make_uint3(uint4 a) { return {a.x, a.y, a.z}; }
__WP_BOTH uint3 make_uint3(float3 a) { return {(unsigned)a.x, (unsigned)a.y, (unsigned)a.z}; }
__WP_BOTH uint3 make_uint3(int3 a) { return {(unsigned)a.x, (unsigned)a.y, (unsigned)a.z}; }
__WP_BOTH uint4 operator+(uint4 a, uint4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__WP_BOTH uint4 operator+(uint4 a, unsigned b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }
__WP_BOTH uint4 operator+(unsigned a, uint4 b) { return {a + b.x, a + b.y, a + b.z, a + b.w}; }
__WP_BOTH void operator+=(uint4 &a, uint4 b) { a = a + b; }
__WP_BOTH void operator+=(uint4 &a, unsigned b) { a = a + b; }
__WP_BOTH uint4 operator-(uint4 a, uint4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
__WP_BOTH uint4 operator-(uint4 a, unsigned b) { return {a.x - b, a.y - b, a.z - b, a.w - b}; }
__WP_BOTH uint4 operator-(unsigned a, uint4 b) { return {a - b.x, a - b.y, a - b.z, a - b.w}; }
__WP_BOTH void operator-=(uint4 &a, uint4 b) { a = a - b; }
__WP_BOTH void operator-=(uint4 &a, unsigned b) { a = a - b; }
__WP_BOTH uint4 operator*(uint4 a, uint4 b) { return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
__WP_BOTH uint4 operator*(uint4 a, unsigned b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }
__WP_BOTH uint4 operator*(unsigned a, uint4 b) { return {a * b.x, a * b.y, a * b.z, a * b.w}; }
__WP_BOTH void operator*=(uint4 &a, uint4 b) { a = a * b; }
__WP_BOTH void operator*=(uint4 &a, unsigned b) { a = a * b; }
__WP_BOTH unsigned dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__WP_BOTH uint4 min(uint4 a, uint4 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)}; }
__WP_BOTH uint4 max(uint4 a, uint4 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)}; }
__WP_BOTH uint4 make_uint4(unsigned s) { return {s, s, s, s}; }
__WP_BOTH uint4 make_uint4(uint3 a, unsigned s) { return {a.x, a.y, a.z, s}; }
__WP_BOTH uint4 make_uint4(uint3 a) { return {a.x, a.y, a.z, 0}; }
__WP_BOTH uint4 make_uint4(float4 a) { return {(unsigned)a.x, (unsigned)a.y, (unsigned)a.z, (unsigned)a.w}; }
__WP_BOTH uint4 make_uint4(int4 a) { return {(unsigned)a.x, (unsigned)a.y, (unsigned)a.z, (unsigned)a.w}; }
__WP_BOTH float clamp(float v, float low, float high) { return max(low, min(v, high)); }
__WP_BOTH float2 clamp(float2 v, float low, float high) { return {clamp(v.x, low, high), clamp(v.y, low, high)}; }
__WP_BOTH float2 clamp(float2 v, float2 low, float2 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y)}; }
__WP_BOTH float3 clamp(float3 v, float low, float high) { return {clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high)}; }
__WP_BOTH float3 clamp(float3 v, float3 low, float3 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y), clamp(v.z, low.z, high.z)}; }
__WP_BOTH float4 clamp(float4 v, float low, float high) { return {clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high), clamp(v.w, low, high)}; }
__WP_BOTH float4 clamp(float4 v, float4 low, float4 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y), clamp(v.z, low.z, high.z), clamp(v.w, low.w, high.w)}; }
__WP_BOTH int clamp(int v, int low, int high) { return max(low, min(v, high)); }
__WP_BOTH int2 clamp(int2 v, int low, int high) { return {clamp(v.x, low, high), clamp(v.y, low, high)}; }
__WP_BOTH int2 clamp(int2 v, int2 low, int2 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y)}; }
__WP_BOTH int3 clamp(int3 v, int low, int high) { return {clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high)}; }
__WP_BOTH int3 clamp(int3 v, int3 low, int3 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y), clamp(v.z, low.z, high.z)}; }
__WP_BOTH int4 clamp(int4 v, int low, int high) { return {clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high), clamp(v.w, low, high)}; }
__WP_BOTH int4 clamp(int4 v, int4 low, int4 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y), clamp(v.z, low.z, high.z), clamp(v.w, low.w, high.w)}; }
__WP_BOTH unsigned clamp(unsigned v, unsigned low, unsigned high) { return max(low, min(v, high)); }
__WP_BOTH uint2 clamp(uint2 v, unsigned low, unsigned high) { return {clamp(v.x, low, high), clamp(v.y, low, high)}; }
__WP_BOTH uint2 clamp(uint2 v, uint2 low, uint2 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y)}; }
__WP_BOTH uint3 clamp(uint3 v, unsigned low, unsigned high) { return {clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high)}; }
__WP_BOTH uint3 clamp(uint3 v, uint3 low, uint3 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y), clamp(v.z, low.z, high.z)}; }
__WP_BOTH uint4 clamp(uint4 v, unsigned low, unsigned high) { return {clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high), clamp(v.w, low, high)}; }
__WP_BOTH uint4 clamp(uint4 v, uint4 low, uint4 high) { return {clamp(v.x, low.x, high.x), clamp(v.y, low.y, high.y), clamp(v.z, low.z, high.z), clamp(v.w, low.w, high.w)}; }
__WP_BOTH float lerp(float a, float b, float t) { return a + t * (b - a); }
__WP_BOTH float3 cross(float3 a, float3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
__WP_BOTH float __wp_inverse_root(float x) { return 1.0f / __builtin_sqrtf(x); }
__WP_BOTH float smoothstep(float a, float b, float x) { float y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (3.0f - 2.0f * y); }
__WP_BOTH float fracf(float v) { return v - __builtin_floorf(v); }
__WP_BOTH float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
__WP_BOTH float length(float2 v) { return __builtin_sqrtf(dot(v, v)); }
__WP_BOTH float2 normalize(float2 v) { return v * __wp_inverse_root(dot(v, v)); }
__WP_BOTH float2 reflect(float2 i, float2 n) { return i - 2.0f * n * dot(n, i); }
__WP_BOTH float2 floorf(float2 v) { return {__builtin_floorf(v.x), __builtin_floorf(v.y)}; }
__WP_BOTH float2 fabs(float2 v) { return {__builtin_fabsf(v.x), __builtin_fabsf(v.y)}; }
__WP_BOTH float2 fracf(float2 v) { return {fracf(v.x), fracf(v.y)}; }
__WP_BOTH float2 fmodf(float2 a, float2 b) { return {__builtin_fmodf(a.x, b.x), __builtin_fmodf(a.y, b.y)}; }
__WP_BOTH float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
__WP_BOTH float length(float3 v) { return __builtin_sqrtf(dot(v, v)); }
__WP_BOTH float3 normalize(float3 v) { return v * __wp_inverse_root(dot(v, v)); }
__WP_BOTH float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
__WP_BOTH float3 floorf(float3 v) { return {__builtin_floorf(v.x), __builtin_floorf(v.y), __builtin_floorf(v.z)}; }
__WP_BOTH float3 fabs(float3 v) { return {__builtin_fabsf(v.x), __builtin_fabsf(v.y), __builtin_fabsf(v.z)}; }
__WP_BOTH float3 fracf(float3 v) { return {fracf(v.x), fracf(v.y), fracf(v.z)}; }
__WP_BOTH float3 fmodf(float3 a, float3 b) { return {__builtin_fmodf(a.x, b.x), __builtin_fmodf(a.y, b.y), __builtin_fmodf(a.z, b.z)}; }
__WP_BOTH float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
__WP_BOTH float length(float4 v) { return __builtin_sqrtf(dot(v, v)); }
__WP_BOTH float4 normalize(float4 v) { return v * __wp_inverse_root(dot(v, v)); }
__WP_BOTH float4 reflect(float4 i, float4 n) { return i - 2.0f * n * dot(n, i); }
__WP_BOTH float4 floorf(float4 v) { return {__builtin_floorf(v.x), __builtin_floorf(v.y), __builtin_floorf(v.z), __builtin_floorf(v.w)}; }
__WP_BOTH float4 fabs(float4 v) { return {__builtin_fabsf(v.x), __builtin_fabsf(v.y), __builtin_fabsf(v.z), __builtin_fabsf(v.w)}; }
__WP_BOTH float4 fracf(float4 v) { return {fracf(v.x), fracf(v.y), fracf(v.z), fracf(v.w)}; }
__WP_BOTH float4 fmodf(float4 a, float4 b) { return {__builtin_fmodf(a.x, b.x), __builtin_fmodf(a.y, b.y), __builtin_fmodf(a.z, b.z), __builtin_fmodf(a.w, b.w)}; }
