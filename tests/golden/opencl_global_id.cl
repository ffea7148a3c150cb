// get_global_id has the terms that CUDA's sum of products has: proved for every launch.
kernel void each(global const float *a, global float *c, int n) // expect: each race=proved
{ // assume: the global offset
  int i = get_global_id(0);
  if (i < n)
    c[i] = a[i];
}

kernel void each_long(global const float *a, global float *c, ulong n) // expect: each_long race=proved
{
  size_t i = get_global_id(0);
  if (i < n)
    c[i] = a[i];
}

kernel void rows(global float *a, int w) // expect: rows race=proved
{
  int x = get_global_id(0), y = get_global_id(1);
  if (x < w)
    a[y * w + x] = x;
}

kernel void rows_racy(global float *a, int w) // expect: rows_racy race=refuted
{
  int x = get_global_id(0), y = get_global_id(1);
  if (x < w)
    a[y + w + x] = x; // race: write-write a
}

kernel void strided(global int *a, int n) // expect: strided race=proved
{
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    a[i] = i;
}

kernel void strided_racy(global int *a, int n) // expect: strided_racy race=refuted
{
  for (int i = get_global_id(0); i < n; i += get_local_size(0))
    a[i] = get_group_id(0); // race: write-write a
}

kernel void by_hand(global int *a) // expect: by_hand race=proved
{
  a[get_group_id(0) * get_local_size(0) + get_local_id(0)] = get_num_groups(0);
}

// The dimension need not be constant, and a launch has three.
kernel void axes(global int *a) // expect: axes race=proved
{
  size_t i = 0, n = 1;
  for (uint d = 0; d < 2; d++) {
    i += get_local_id(d) * n;
    n *= get_local_size(d);
  }
  a[get_local_linear_id() + 0 * i] = get_global_id(3) + get_global_size(3);
}
