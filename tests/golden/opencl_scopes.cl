// A barrier or fence makes memory known to the scope that it names, and to no more.

// expect: group race=proved
kernel void group(global int *o) {
  local int s[64];
  int l = get_local_id(0);
  if (l < 64)
    s[l] = l;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  if (l < 64)
    o[get_group_id(0) * 64 + l] = s[63 - l];
}

// expect: device race=proved
kernel void device(global int *o) {
  local int s[64];
  int l = get_local_id(0);
  if (l < 64)
    s[l] = l;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);
  if (l < 64)
    o[get_group_id(0) * 64 + l] = s[63 - l];
}

// expect: item race=refuted
kernel void item(global int *o) {
  local int s[64];
  int l = get_local_id(0);
  if (l < 64)
    s[l] = l; // @store
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
  if (l < 64)
    o[get_group_id(0) * 64 + l] = s[63 - l]; // race: read-write s @store
}

// Which work-items are one sub-group is not known.
// expect: sub_group race=unproved divergence=unproved
kernel void sub_group(global int *o) {
  local int s[64];
  int l = get_local_id(0);
  if (l < 64)
    s[l] = l; // race: read-write s @read [warning]; may-unproved: race data-dependent
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group); // unproved: race unsupported; unproved: divergence unsupported
  if (l < 64)
    o[get_group_id(0) * 64 + l] = s[63 - l]; // @read
}

// expect: fence_of_item race=refuted
kernel void fence_of_item(global int *data, global atomic_int *flag, global int *o) {
  if (get_local_id(0) != 0)
    return;
  if (get_group_id(0) == 0) {
    *data = 1; // @data
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_item);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (get_group_id(0) == 1) {
    while (!atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device))
      ;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_item);
    *o = *data; // race: read-write data @data
  }
}
