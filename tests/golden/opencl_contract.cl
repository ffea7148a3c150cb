// The contract header in OpenCL: conditions and extents in OpenCL's words.
// RUN: check --only=race,bounds,assert
#include <wp_contract.h>

kernel void required(global int *a, int n) // expect: required race=proved bounds=proved assert=proved
{
  wp_requires(n >= 1 && get_num_groups(0) == 1);
  wp_extent(a, n);
  if (get_local_id(0) < n)
    a[get_local_id(0)] = get_global_id(0);
}

// One element fewer.
kernel void short_by_one(global int *a, int n) // expect: short_by_one race=proved bounds=refuted assert=proved
{
  wp_requires(n >= 1 && get_num_groups(0) == 1);
  wp_extent(a, n - 1);
  if (get_local_id(0) < n)
    a[get_local_id(0)] = get_global_id(0); // bounds: *
}

kernel void not_required(global int *a, int n) // expect: not_required race=refuted bounds=proved assert=proved
{
  wp_extent(a, get_local_size(0));
  a[get_local_id(0)] = get_global_id(0); // race: write-write a
}

kernel void asserted(global int *a) // expect: asserted race=proved bounds=proved assert=proved
{
  size_t i = get_global_id(0);
  wp_extent(a, get_global_size(0));
  wp_assert(i < get_global_size(0));
  a[i] = 1;
}

kernel void asserted_wrongly(global int *a) // expect: asserted_wrongly race=proved bounds=proved assert=refuted
{
  size_t i = get_global_id(0);
  wp_extent(a, get_global_size(0));
  wp_assert(i + 1 < get_global_size(0)); // assert:
  a[i] = 1;
}

kernel void assumed(global int *a, global const int *at, int n) // expect: assumed race=proved bounds=unchecked assert=proved
{
  int i = at[get_global_id(0)];
  wp_assume(i == get_global_id(0));
  a[i] = get_local_id(0);
}

// An extent that is no expression over parameters, of what is no pointer parameter.
kernel void of_a_variable(global int *a, int n) // expect: of_a_variable race=proved bounds=unproved assert=proved
{
  int m = n + 1;
  wp_extent(a, m);
  a[get_global_id(0)] = 1; // unproved: bounds unknown-extent
}
