// Every work-item must come to a barrier: who has left the kernel does not.
kernel void leaves(global int *a, int n, local int *s) // expect: leaves divergence=refuted
{
  int i = get_global_id(0), l = get_local_id(0);
  if (i >= n)
    return;
  s[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE); // divergence: never-arrives
  a[i] = s[0];
}

kernel void stays(global int *a, int n, local int *s) // expect: stays race=proved
{
  int i = get_global_id(0), l = get_local_id(0);
  if (i < n)
    s[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    a[i] = s[l];
}

kernel void group_leaves(global int *a, local int *s) // expect: group_leaves race=proved
{
  int i = get_global_id(0), l = get_local_id(0);
  if (get_group_id(0) > 3)
    return;
  s[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = s[l ^ 1];
}
