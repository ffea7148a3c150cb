// The last work-groups of a launch may be smaller in OpenCL C 2.0: what asks for the size of a work-group rests on an assumption.
// RUN: check --only=race,divergence -- -cl-std=CL2.0
kernel void of_group(global int *g) // expect: of_group race=proved; assume: all work-groups of a launch have the same size
{
  g[get_group_id(0) * get_local_size(0) + get_local_id(0)] = get_global_id(0);
}

kernel void of_all(global int *g) // expect: of_all race=proved; assume: all work-groups of a launch have the same size
{
  for (size_t i = get_global_id(0); i < 4096; i += get_global_size(0))
    g[i] = i;
}

kernel void of_all_racy(global int *g) // expect: of_all_racy race=refuted; assume: all work-groups of a launch have the same size
{
  for (size_t i = get_global_id(0); i < 4096; i += get_global_size(0))
    g[i / 2] = i; // race: write-write g
}

kernel void enqueued(global int *g) // expect: enqueued race=proved; assume: !all work-groups of a launch have the same size
{
  g[get_group_id(0) * get_enqueued_local_size(0) + get_local_id(0)] = get_global_id(0);
}

kernel void global_id(global int *g) // expect: global_id race=proved; assume: !all work-groups of a launch have the same size
{
  g[get_global_id(0)] = 1;
}
