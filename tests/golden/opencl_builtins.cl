// Functions that only compute have their values.
kernel void integers(global int *a, global uint *b) // expect: integers race=proved
{
  int l = get_local_id(0), i = get_global_id(0);
  a[max(i, 0)] = clamp(l, 1, 5) + abs_diff(l, 3) + mul24(l, 2) + popcount(l);
  b[min(i, 0x7fffffff)] = rotate((uint)l, 2u) + mul_hi((uint)l, 7u) + clz((uint)l) + hadd(l, 3);
}

kernel void lower_bound(global int *a) // expect: lower_bound race=refuted
{
  int i = get_global_id(0);
  a[max(i, 1)] = i; // race: write-write a
}

kernel void unsigned_bound(global int *a) // expect: unsigned_bound race=proved
{
  uint i = get_global_id(0);
  a[max(i, 0u)] = i;
}

kernel void chosen(global int *a, int n) // expect: chosen race=proved
{
  int i = get_global_id(0);
  int2 v = select((int2)(0, i), (int2)(i, 0), (int2)(-1, 0));
  a[v.x + v.y - i] = 3;
}

kernel void converted(global int *a) // expect: converted race=proved
{
  uchar c = convert_uchar_sat((int)get_local_id(0) + 300);
  if (c != 255)
    a[0] = get_global_id(0);
  int4 v = convert_int4((uint4)(get_global_id(0)));
  a[v.z] = convert_int(2.5f) + isless(1.0f, 2.0f) + any((int2)(1, -1));
}

kernel void compared(global int *a) // expect: compared race=proved
{
  if (!any((int2)(-1, 0)) || all((int2)(-1, 0)))
    a[0] = get_global_id(0);
}

kernel void mathematics(global float *f, global float4 *v) // expect: mathematics race=proved
{
  int i = get_global_id(0);
  float whole;
  f[i] = sin(f[i]) + native_cos(f[i]) + pown(f[i], 2) + fract(f[i], &whole) + whole + dot(v[i], v[i]) + mad(f[i], 2.0f, 1.0f);
  v[i] = normalize(v[i]) + fmax(v[i], 0.0f) + shuffle(v[i], (uint4)(3, 2, 1, 0)) + mix(v[i], v[i], 0.5f);
}
