// A pixel is a place of its own: writes of it conflict with writes and with reads of images that are written, too.
// RUN: check --only=race,divergence -- -cl-std=CL2.0
kernel void own_pixels(write_only image2d_t out, global float4 *a) // expect: own_pixels race=proved
{
  int x = get_global_id(0), y = get_global_id(1);
  write_imagef(out, (int2)(x, y), a[x]);
}

// Columns of different rows only.
kernel void same_rows(write_only image2d_t out) // expect: same_rows race=unproved
{
  int x = get_global_id(0), y = get_global_id(1);
  write_imagef(out, (int2)(x, 0), (float4)(y)); // race: write-write out [warning]
}

kernel void swapped(write_only image2d_t out) // expect: swapped race=proved
{
  write_imageui(out, (int2)(get_global_id(1), get_global_id(0)), (uint4)(1));
}

kernel void row(write_only image1d_t out) // expect: row race=proved
{
  write_imagei(out, get_global_id(0), (int4)(get_local_id(0)));
}

kernel void row_pairs(write_only image1d_buffer_t out) // expect: row_pairs race=refuted
{
  write_imagei(out, get_global_id(0) / 2, (int4)(get_global_id(0))); // race: write-write out
}

// The same colour, which is not told of vectors.
kernel void one_colour(write_only image2d_t out) // expect: one_colour race=proved|unproved
{
  write_imagef(out, (int2)(0, 0), (float4)(1)); // may-same-value: out; may-race: write-write out [*]; may-unproved: race
}

// What is read depends on the format; nobody writes what a kernel only reads.
kernel void filter(read_only image2d_t in, sampler_t s, write_only image2d_t out) // expect: filter race=proved
{
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, s, at + 1) + read_imagef(in, s, at - 1));
}

kernel void in_place(read_write image2d_t both) // expect: in_place race=proved
{
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(both, at, read_imagef(both, at) * 2);
}

kernel void in_place_shifted(read_write image2d_t both) // expect: in_place_shifted race=unproved|refuted
{
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 left = read_imagef(both, (int2)(at.x ^ 1, at.y)); // race: read-write both @store
  write_imagef(both, at, left * 2); // @store
}

// Barriers order images where they say so.
kernel void ordered(read_write image2d_t both) // expect: ordered race=proved
{
  int2 at = (int2)(get_local_id(0), get_group_id(0));
  float4 left = read_imagef(both, (int2)(at.x ^ 1, at.y));
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE);
  write_imagef(both, at, left * 2);
}

kernel void ordered_local(read_write image2d_t both) // expect: ordered_local race=unproved|refuted
{
  int2 at = (int2)(get_local_id(0), get_group_id(0));
  float4 left = read_imagef(both, (int2)(at.x ^ 1, at.y)); // race: read-write both @behind
  barrier(CLK_LOCAL_MEM_FENCE);
  write_imagef(both, at, left * 2); // @behind
}

// Of OpenCL 2.0 this orders no images; of 1.2 it does.
kernel void ordered_global(read_write image2d_t both) // expect: ordered_global race=unproved divergence=unproved
{
  int2 at = (int2)(get_local_id(0), get_group_id(0));
  float4 left = read_imagef(both, (int2)(at.x ^ 1, at.y)); // may-race: * both @next [*]; may-unproved: race
  barrier(CLK_GLOBAL_MEM_FENCE); // unproved: race unsupported; unproved: divergence unsupported
  write_imagef(both, at, left * 2); // @next; may-race: * both [*]; may-unproved: race
}

// Of a tile in local memory.
kernel void tile(read_only image2d_t in, write_only image2d_t out, local float4 *s) // expect: tile race=proved
{
  int2 at = (int2)(get_global_id(0), 0);
  s[get_local_id(0)] = read_imagef(in, at);
  barrier(CLK_LOCAL_MEM_FENCE);
  write_imagef(out, at, s[get_local_id(0) ^ 1]);
}

// A layer of an array of images is a coordinate.
kernel void layers(write_only image2d_array_t out, int layer) // expect: layers race=proved
{
  int x = get_global_id(0), y = get_global_id(1);
  write_imagef(out, (int4)(x, y, layer, 0), (float4)(1));
}

// The fourth component is no coordinate.
kernel void one_layer(write_only image2d_array_t out) // expect: one_layer race=unproved
{
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  write_imagef(out, (int4)(x, y, 0, z), (float4)(z)); // race: write-write out [warning]
}

kernel void rows_of_array(write_only image1d_array_t out) // expect: rows_of_array race=proved
{
  write_imagef(out, (int2)(get_local_id(0), get_group_id(0)), (float4)(1));
}

kernel void volume(write_only image3d_t out, int n) // expect: volume race=proved
{
  write_imagef(out, (int4)(n, get_global_id(0), get_global_id(1), 0), (float4)(1)); // assume: three dimensions
}

kernel void volume_flat(write_only image3d_t out) // expect: volume_flat race=refuted
{
  write_imagef(out, (int4)(get_local_id(0), 3, 4, 0), (float4)(get_group_id(0))); // race: write-write out
}

kernel void volume_in_place(read_write image3d_t both) // expect: volume_in_place race=proved
{
  int4 at = (int4)(1, 2, get_global_id(0), 0);
  write_imagef(both, at, read_imagef(both, at) * 2);
}

kernel void volume_of_all(write_only image3d_t out, int w, int h, int d) // expect: volume_of_all race=proved
{
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < w && y < h && z < d)
    write_imagef(out, (int4)(x, y, z, 0), (float4)(x)); // assume: three dimensions
}

kernel void volume_of_all_racy(write_only image3d_t out, int w, int h, int d) // expect: volume_of_all_racy race=refuted
{
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < w && y < h && z < d)
    write_imagef(out, (int4)(x, y, z / 2, 0), (float4)(z)); // race: write-write out; assume: three dimensions
}
