// What the launch gives a kernel is told apart from arguments that are called like it; a launch has one to three dimensions.
// RUN: check --only=race,divergence
kernel void offset(global int *g, int global_offset_x) // expect: offset race=refuted; assume: the global offset is 0
{
  g[get_global_id(0) * (1 - global_offset_x)] = get_global_id(0); // race: write-write g
}

kernel void offset_free(global int *g, int global_offset_x) // expect: offset_free race=proved
{
  g[get_global_id(0) + (1 - global_offset_x)] = get_global_id(0);
}

kernel void dimensions(global int *g, uint work_dim) // expect: dimensions race=refuted
{
  if (work_dim != get_work_dim())
    g[0] = get_global_id(0); // race: write-write g
}

kernel void dimensions_free(global int *g, uint work_dim) // expect: dimensions_free race=proved
{
  if (work_dim == get_work_dim() && work_dim == 4)
    g[0] = get_global_id(0);
}

kernel void one_or_two(global int *g) // expect: one_or_two race=proved
{
  if (get_work_dim() == 1)
    g[get_global_id(0)] = get_global_id(1);
  else
    g[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_global_id(1);
}

kernel void two(global int *g) // expect: two race=refuted
{
  if (get_work_dim() == 2)
    g[get_global_id(0)] = get_global_id(1); // race: write-write g
}
