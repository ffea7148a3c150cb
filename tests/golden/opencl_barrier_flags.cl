// A barrier orders the memory that its flags name.
// RUN: check --only=race,divergence
kernel void local_fence(global int *a, local int *s) // expect: local_fence race=proved
{
  int l = get_local_id(0);
  s[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = s[l ^ 1];
}

kernel void local_by_global_fence(global int *a, local int *s) // expect: local_by_global_fence race=refuted
{
  int l = get_local_id(0);
  s[l] = l; // race: read-write s @other
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = s[l ^ 1]; // @other
}

kernel void global_fence(global int *a, global int *b) // expect: global_fence race=proved
{
  int i = get_global_id(0);
  a[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[i] = a[get_group_id(0) * get_local_size(0) + get_local_size(0) - 1 - get_local_id(0)];
}

kernel void global_by_local_fence(global int *a, global int *b) // expect: global_by_local_fence race=refuted
{
  int i = get_global_id(0);
  a[i] = i; // race: read-write a @read
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = a[get_group_id(0) * get_local_size(0) + get_local_size(0) - 1 - get_local_id(0)]; // @read
}

kernel void both(global int *a, local int *s) // expect: both race=proved
{
  int l = get_local_id(0), i = get_global_id(0), first = get_group_id(0) * get_local_size(0);
  s[l] = l;
  a[i] = l;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (l == 0)
    a[first] = s[1];
}

kernel void neither(local int *s) // expect: neither race=refuted
{
  int l = get_local_id(0);
  s[l] = l; // race: write-write s @second
  barrier(0);
  s[l ^ 1] = 1; // @second
}

// In a loop whose barrier orders local memory only, threads are not in the same iteration as far as global memory goes.
kernel void rounds(global int *a, local int *s, int n) // expect: rounds race=refuted
{
  int l = get_local_id(0), first = get_group_id(0) * get_local_size(0);
  for (int k = 0; k < n; k++) {
    s[l] = a[first + (l + k) % (int)get_local_size(0)]; // @load
    barrier(CLK_LOCAL_MEM_FENCE);
    a[first + l] = s[l] + 1; // race: read-write a @load
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void fences(local int *s) // expect: fences race=refuted
{
  int l = get_local_id(0);
  s[l] = l; // race: write-write s @after
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  s[l ^ 1] = 1; // @after
}

// Flags that a function is given.
void synchronise(cl_mem_fence_flags flags)
{
  barrier(flags);
}

kernel void through_a_function(global int *a, local int *s) // expect: through_a_function race=proved
{
  int l = get_local_id(0);
  s[l] = l;
  synchronise(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = s[l ^ 1];
}

kernel void through_a_function_global(global int *a, local int *s) // expect: through_a_function_global race=refuted
{
  int l = get_local_id(0);
  s[l] = l; // race: read-write s @later
  synchronise(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = s[l ^ 1]; // @later
}

// Flags that a run decides: they are named, and behind them nothing is known.
kernel void chosen(global int *a, local int *s, int n) // expect: chosen race=unproved divergence=unproved
{
  int l = get_local_id(0);
  s[l] = l; // may-race: * s @chosen [*]; may-unproved: race
  barrier(n ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE); // unproved: race unsupported; unproved: divergence unsupported
  a[get_global_id(0)] = s[l ^ 1]; // @chosen; may-race: * s [*]; may-unproved: race
}
