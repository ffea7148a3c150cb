// The size of an image is a number that comes with the image: one for all work-items, at least 1.
// RUN: check --only=race,divergence -- -cl-std=CL2.0
kernel void rows(read_only image2d_t a, global int *g) // expect: rows race=proved
{
  int x = get_global_id(0), y = get_global_id(1), width = get_image_width(a);
  if (x < width && y < get_image_height(a))
    g[y * width + x] = x;
}

kernel void rows_racy(read_only image2d_t a, global int *g) // expect: rows_racy race=refuted
{
  int x = get_global_id(0), y = get_global_id(1), width = get_image_width(a);
  if (x <= width && y < get_image_height(a))
    g[y * width + x] = x; // race: write-write g
}

kernel void of_another(read_only image2d_t a, read_only image2d_t b, global int *g) // expect: of_another race=unproved
{
  int x = get_global_id(0), y = get_global_id(1);
  if (x < get_image_width(a) && y < get_image_height(a))
    g[y * get_image_width(b) + x] = x; // race: write-write g [warning]
}

kernel void both(read_only image2d_t a, global int *g) // expect: both race=proved
{
  int2 size = get_image_dim(a);
  int x = get_global_id(0), y = get_global_id(1);
  if (x < size.x && y < size.y)
    g[y * size.x + x] = x;
}

kernel void rounds(read_only image2d_t a, global int *g, local int *s) // expect: rounds race=proved
{
  for (int i = 0; i < get_image_width(a); i++) {
    s[get_local_id(0)] = i + get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
      g[get_group_id(0)] = s[i % get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void rounds_racy(read_only image2d_t a, global int *g, local int *s) // expect: rounds_racy race=refuted
{
  for (int i = 0; i < get_image_width(a); i++) {
    s[get_local_id(0)] = i + get_local_id(0); // race: read-write s @first
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
      g[get_group_id(0)] = s[i % get_local_size(0)]; // @first
  }
}

kernel void at_least_one(read_only image3d_t a, global int *g) // expect: at_least_one race=proved
{
  if (get_image_width(a) <= 0 || get_image_depth(a) <= 0)
    g[0] = get_global_id(0);
}

kernel void of_layers(read_only image2d_array_t a, global int *g) // expect: of_layers race=refuted
{
  g[get_global_id(0) % get_image_array_size(a)] = get_global_id(0); // race: write-write g
}
