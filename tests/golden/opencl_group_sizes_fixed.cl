// A launch that is given as work-groups of one size, and a program that the host compiles for such launches, need no assumption.
// RUN: check --only=race,divergence --local-size=64 --num-groups=4 -- -cl-std=CL3.0
kernel void of_group(global int *g) // expect: of_group race=proved; assume: !all work-groups of a launch have the same size
{
  g[get_group_id(0) * get_local_size(0) + get_local_id(0)] = get_global_id(0);
}

kernel void of_group_racy(global int *g) // expect: of_group_racy race=refuted; assume: !all work-groups of a launch have the same size
{
  g[get_group_id(0) * get_local_size(0) / 2 + get_local_id(0)] = get_global_id(0); // race: write-write g
}
