// RUN: check --only=race,divergence --global-offset=2 --local-size=64 --num-groups=4
kernel void below(global int *a) // expect: below race=proved
{
  if (get_global_id(0) < 3)
    a[get_global_offset(0)] = get_global_id(0);
}

kernel void below_racy(global int *a) // expect: below_racy race=refuted
{
  if (get_global_id(0) < 4)
    a[get_global_offset(0)] = get_global_id(0); // race: write-write a
}
