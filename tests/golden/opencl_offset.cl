// RUN: check --only=race,divergence --global-offset=any
// With any global offset identifiers are as many as without.
kernel void each(global int *a, ulong n) // expect: each race=proved
{
  size_t i = get_global_id(0);
  if (i < n)
    a[i] = i;
}

kernel void back(global int *a) // expect: back race=proved
{
  a[get_global_id(0) - get_global_offset(0)] = 1;
}

// By those alone that come before the offset.
kernel void below(global int *a) // expect: below race=refuted
{
  if (get_global_id(0) < 2)
    a[get_global_offset(0)] = get_global_id(0); // race: write-write a
}
