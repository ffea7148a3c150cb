// Extensions that clang's header has the macros of for SPIR alone: a file that does not compile without them is compiled with them.
#ifdef cl_khr_integer_dot_product
kernel void dots(global int *a, global const uint *b) // expect: dots race=proved
{
  int i = get_global_id(0);
  a[i] = dot_acc_sat_4x8packed_ss_int(b[i], b[i] + 1, dot_4x8packed_uu_uint(b[i], 3));
}

kernel void dots_racy(global int *a, global const uint *b) // expect: dots_racy race=refuted
{
  int i = get_local_id(0);
  a[i] = b[get_group_id(0)]; // race: write-write a
  a[i + 4096] = dot_acc_sat_4x8packed_ss_int(b[i], b[i] + 1, 3); // may-race: write-write a [*]
}
#endif

kernel void shuffled(global uint *a, local uint *s) // expect: shuffled race=proved
{
  uint4 votes = sub_group_ballot(get_local_id(0) & 1);
  s[get_local_id(0)] = sub_group_shuffle_xor(votes.x, 1) + sub_group_rotate(votes.y, 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = s[get_local_id(0) ^ 1];
}

kernel void shuffled_racy(global uint *a, local uint *s) // expect: shuffled_racy race=refuted
{
  uint4 votes = sub_group_ballot(get_local_id(0) & 1);
  s[get_local_id(0)] = sub_group_shuffle_xor(votes.x, 1) + sub_group_rotate(votes.y, 2); // @store
  a[get_global_id(0)] = s[get_local_id(0) ^ 1]; // race: read-write s @store
}
