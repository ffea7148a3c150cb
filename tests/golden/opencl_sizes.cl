// RUN: check --only=race,divergence --local-size=8,4 --global-size=32,16
kernel void fits(global int *a) // expect: fits race=proved
{
  if (get_global_size(0) == 32 && get_num_groups(1) == 4)
    a[get_global_id(1) * 32 + get_global_id(0)] = 1;
  else
    a[0] = get_global_id(0);
}

kernel void narrow(global int *a) // expect: narrow race=refuted
{
  a[get_global_id(1) * 31 + get_global_id(0)] = get_global_id(0); // race: write-write a
}
