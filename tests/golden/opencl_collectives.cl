// What a work-group computes together is one value for its work-items, whichever; a scan gives each its own.
// RUN: check --only=race,divergence -- -cl-std=CL2.0
kernel void broadcast(global int *g) // expect: broadcast race=proved
{
  int n = work_group_broadcast(g[get_global_id(0)], 0);
  if (n > 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  g[get_global_id(0)] = n;
}

kernel void own(global int *g) // expect: own race=unproved divergence=refuted
{
  int n = g[get_global_id(0)];
  if (n > 3)
    barrier(CLK_LOCAL_MEM_FENCE); // divergence: *; may-unproved: race
  g[get_global_id(0)] = n; // may-unproved: race
}

// Of a scan the same is not known, nor that it is not.
kernel void scan(global int *g) // expect: scan race=unproved divergence=unproved
{
  int n = work_group_scan_inclusive_add(g[get_global_id(0)]); // may-unproved: race
  if (n > 3)
    barrier(CLK_LOCAL_MEM_FENCE); // divergence: * [warning]; unproved: divergence; may-unproved: race
  g[get_global_id(0)] = n; // may-unproved: race
}

kernel void reduce(global long *g, global float *f, int n) // expect: reduce race=proved
{
  long sum = work_group_reduce_add(g[get_global_id(0)]);
  for (long i = 0; i < sum; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (work_group_reduce_max(f[get_global_id(0)]) > 0.5f)
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Two groups have two values.
kernel void of_groups(global int *g, global int *h) // expect: of_groups race=unproved
{
  int n = work_group_reduce_add(g[get_global_id(0)]);
  if (get_local_id(0) == 0)
    h[n] = get_group_id(0); // race: write-write h [*]; unproved: race
}

// Nothing is ordered.
kernel void not_ordered(local int *s, global int *g) // expect: not_ordered race=refuted
{
  s[get_local_id(0)] = get_local_id(0); // race: * s @read
  int n = work_group_reduce_add(1);
  g[get_global_id(0)] = s[get_local_size(0) - 1 - get_local_id(0)]; // @read
}

// The work-item whose value is broadcast is the same one for all.
kernel void lane_given(global int *g, int x, int y) // expect: lane_given race=proved divergence=proved
{
  int n = work_group_broadcast(g[get_global_id(0)], x) + work_group_broadcast(g[get_global_id(0)], x, y + 1);
  if (n > 3)
    barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void lanes_differ(global int *g) // expect: lanes_differ race=unproved divergence=refuted
{
  if (work_group_broadcast(g[get_global_id(0)], 0, get_local_id(1)) > 3) // divergence: *
    barrier(CLK_LOCAL_MEM_FENCE);
}
