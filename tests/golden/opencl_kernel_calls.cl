// A kernel may call another one, which is then a function.
// RUN: check --only=race,divergence
kernel void each(global int *g) // expect: each race=proved
{
  g[get_global_id(0)] = get_global_id(0); // race: write-write g
}

kernel void calls(global int *g) // expect: calls race=proved
{
  each(g);
}

kernel void calls_twice(global int *g) // expect: calls_twice race=refuted
{
  each(g);
  each(g + 1);
}

kernel void rows(local int *s, global int *g)  // expect: rows race=proved
{
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  g[get_global_id(0)] = s[0];
}

kernel void calls_rows(local int *s, global int *g)  // expect: calls_rows race=proved
{
  rows(s, g);
  barrier(CLK_LOCAL_MEM_FENCE);
  rows(s, g);
}
