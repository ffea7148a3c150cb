// Atomics of OpenCL 1.x do not conflict with each other; with plain accesses they do.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void counts(global int *a, volatile local uint *s) // expect: counts race=proved
{
  atomic_add(a, 1);
  atomic_inc(a + 1);
  atomic_cmpxchg(a + 2, 0, 1);
  atomic_min(a + 3, 7);
  atomic_max(s, 3u);
  atom_xchg(a, 5);
  atomic_xor(s, 1u);
}

kernel void mixed(global int *a) // expect: mixed race=refuted
{
  atomic_add(a, 1); // race: atomic-plain a @plain
  if (get_global_id(0) == 1)
    a[0] = 2; // @plain
}

kernel void tickets(global int *next, global int *out) // expect: tickets race=proved
{
  int at = atomic_inc(next);
  out[at] = get_global_id(0);
}

// Each group has a counter of its own.
kernel void local_tickets(global int *out, local int *next) // expect: local_tickets race=unproved|refuted
{
  int at = atomic_inc(next);
  out[at] = get_global_id(0); // may-race: write-write out [*]; may-unproved: race
}
