// Atomics of OpenCL 2.0 have a scope: of the work-group, they do not reach work-items of others.
// RUN: check --only=race,divergence -- -cl-std=CL2.0
kernel void device(global atomic_int *a) // expect: device race=proved
{
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max(a, 3);
}

kernel void of_group(global atomic_int *a) // expect: of_group race=refuted
{
  int g = get_group_id(0);
  atomic_fetch_add_explicit(a, g, memory_order_relaxed, memory_scope_work_group); // race: atomic-atomic a
}

kernel void of_group_local(local atomic_int *s) // expect: of_group_local race=proved
{
  atomic_fetch_add_explicit(s, 1, memory_order_relaxed, memory_scope_work_group);
}

kernel void loads(global atomic_int *a, global int *b) // expect: loads race=proved
{
  int expected = 0;
  atomic_store_explicit(a, 2, memory_order_relaxed);
  b[get_global_id(0)] = atomic_load_explicit(a, memory_order_relaxed);
  atomic_compare_exchange_strong_explicit(a, &expected, 3, memory_order_relaxed, memory_order_relaxed);
}

kernel void plain(global atomic_int *a, global int *b) // expect: plain race=refuted
{
  atomic_init(a, get_global_id(0)); // race: write-write a; race: atomic-plain a @load
  b[get_global_id(0)] = atomic_load_explicit(a, memory_order_relaxed); // @load
}

// Pointers without an address space point anywhere; where they come from is known after inlining.
void fill(int *p, int l) {
  p[l] = l;
}

kernel void generic_pointers(global int *a, local int *s) // expect: generic_pointers race=proved
{
  fill(s, get_local_id(0));
  fill(a, get_global_id(0));
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[get_global_id(0)] = s[get_local_id(0) ^ 1];
}

kernel void votes(global int *a, int n) // expect: votes race=proved
{
  if (work_group_any(a[get_global_id(0)] < n)) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[get_global_id(0)] = 1;
  }
}

kernel void votes_racy(global int *a, local int *s) // expect: votes_racy race=refuted
{
  int l = get_local_id(0);
  s[l] = l; // race: read-write s @read
  if (work_group_all(l >= 0))
    a[get_global_id(0)] = s[l ^ 1]; // @read
}
