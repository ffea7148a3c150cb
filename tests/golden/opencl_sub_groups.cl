// Of how many work-items a sub-group is nobody says: its barrier orders nothing, its values are any, and all work-items
// of the work-group have to come where one of its members does.
// RUN: check --only=race,divergence -- -cl-std=CL3.0
kernel void values(global int *a) // expect: values race=proved
{
  a[get_global_id(0)] = sub_group_reduce_add(get_local_id(0)) + sub_group_broadcast(get_local_id(0), 0) +
                        sub_group_scan_inclusive_max((int)get_local_id(0)) + sub_group_all(get_local_id(0) > 3);
}

// Every work-item finds its own number, and what it is nobody knows.
kernel void numbers(global int *a, local int *s) // expect: numbers race=unproved
{
  s[get_local_id(0)] = get_sub_group_size();
  barrier(CLK_LOCAL_MEM_FENCE);
  s[get_sub_group_id()] = get_num_sub_groups(); // may-race: * s [*]; may-unproved: race
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = s[get_local_id(0)];
}

kernel void barrier_only(local int *s) // expect: barrier_only race=unproved
{
  s[get_local_id(0)] = 1; // may-race: * s @next [*]; may-unproved: race
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  s[get_local_id(0) ^ 1] = 2; // @next; may-unproved: race
}

kernel void barrier_of_all(local int *s) // expect: barrier_of_all race=proved
{
  s[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  s[get_local_id(0) ^ 1] = 2;
}

// In a loop whose rounds a sub-group's barrier does not keep apart.
kernel void rounds(local int *s, int n) // expect: rounds race=unproved
{
  for (int i = 0; i < n; i++) {
    int other = s[get_local_id(0) ^ 1]; // may-race: * s @store [*]; may-unproved: race
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    s[get_local_id(0)] = other; // @store; may-unproved: race
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void rounds_own(local int *s, int n) // expect: rounds_own race=proved
{
  for (int i = 0; i < n; i++) {
    s[get_local_id(0)] = i;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Right where sub-groups have 32 members or divide 32, wrong elsewhere.
kernel void some(global int *a) // expect: some race=proved divergence=unproved
{
  if (get_local_id(0) < 32)
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE); // unproved: divergence barrier-kind
  a[get_global_id(0)] = 1;
}

kernel void some_add(global int *a, int n) // expect: some_add race=proved divergence=unproved
{
  int i = get_global_id(0), sum = 0;
  if (i < n)
    sum = sub_group_reduce_add(i); // unproved: divergence barrier-kind
  a[i] = sum;
}

kernel void whole_groups(global int *a, int n) // expect: whole_groups race=proved
{
  int i = get_global_id(0), sum = 0;
  if (get_group_id(0) < n)
    sum = sub_group_reduce_add(i);
  a[i] = sum;
}

kernel void some_rounds(global int *a) // expect: some_rounds race=proved divergence=unproved
{
  int sum = 0;
  for (int i = 0; i < get_local_id(0); i++)
    sum += sub_group_reduce_add(i); // unproved: divergence
  a[get_global_id(0)] = sum;
}

// One who has returned does not come.
kernel void returned(global int *a, int n) // expect: returned race=proved divergence=unproved
{
  int i = get_global_id(0);
  if (i >= n)
    return;
  a[i] = sub_group_any(i > 3); // unproved: divergence barrier-kind
}

// At one barrier or the other, never at both.
kernel void two_places(global int *a) // expect: two_places race=proved divergence=unproved
{
  if (get_local_id(0) < 16)
    sub_group_barrier(0); // unproved: divergence barrier-kind
  else
    sub_group_barrier(0); // unproved: divergence barrier-kind
  a[get_global_id(0)] = 1;
}
