// RUN: check --only=divergence --barrier-exit=arrive
kernel void leaves(global int *a, int n, local int *s) // expect: leaves divergence=proved
{
  int i = get_global_id(0), l = get_local_id(0);
  if (i >= n)
    return;
  s[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE); // divergence: exited [warning]
  a[i] = s[0];
}
