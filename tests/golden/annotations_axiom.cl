// RUN: check --annotations=gpuverify --only=race,divergence,assert
// An axiom holds for every kernel of the file, and is listed where it is used.
__axiom(get_num_groups(0) == 1);

kernel void one_group(global int *a) // expect: one_group race=proved; assume: __axiom(get_num_groups(0) == 1) (line 3)
{
  a[get_local_id(0)] = get_group_id(0);
}

kernel void racy(global int *a) // expect: racy race=refuted
{
  a[get_local_id(0) / 2] = get_local_id(0); // race: write-write a
}
