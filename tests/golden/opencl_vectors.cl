// vload and vstore touch as many elements as their name says, at multiples of that many.
kernel void apart(global float *a) // expect: apart race=proved
{
  size_t i = get_global_id(0);
  vstore4(vload4(i, a) * 2, i, a);
}

kernel void overlap(global float *a) // expect: overlap race=refuted
{
  size_t i = get_global_id(0);
  vstore4((float4)(i), i, a + 3 * i % 2); // race: write-write a
}

kernel void three(global float *a) // expect: three race=proved
{
  size_t i = get_global_id(0);
  vstore3((float3)(1, 2, 3), i, a);
}

kernel void halves(global half *h) // expect: halves race=proved
{
  size_t i = get_global_id(0);
  vstore_half(vload_half(i, h) + 1, i, h);
}

kernel void halves_aligned(global half *h) // expect: halves_aligned race=proved
{
  size_t i = get_global_id(0);
  vstorea_half3((float3)(1, 2, 3), i, h);
}

// Those of vstore_half3 are next to each other, those of vstorea_half3 as far apart as four.
kernel void halves_mixed(global half *h) // expect: halves_mixed race=refuted
{
  size_t i = get_global_id(0);
  vstore_half3((float3)(i), i, h); // race: write-write h @wide
  vstorea_half3((float3)(i + 1), i, h); // @wide
}

kernel void swizzle(global float4 *a, local float4 *s) // expect: swizzle race=proved
{
  int l = get_local_id(0);
  s[l].xy = a[l].zw;
  s[l].s23 = a[l].lo;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0) + get_local_size(0)].x = as_float(as_int(s[l ^ 1].y));
}

kernel void members(global int4 *a, int k) // expect: members race=proved
{
  if (get_global_id(0) == 0)
    a[k].x = 1;
  if (get_global_id(0) == 1)
    a[k].y = 2;
}

kernel void members_racy(global int4 *a, int k) // expect: members_racy race=refuted
{
  if (get_global_id(0) == 0)
    a[k].x = 1; // race: write-write a @same
  if (get_global_id(0) == 1)
    a[k].x = 2; // @same
}
