// RUN: check --annotations=gpuverify --only=race,divergence,assert
// Each annotation that is not understood is named: what it asks is unproved, what it promises is not used.
kernel void guesses(global int *a, int n) // expect: guesses race=proved assert=proved
{
  __requires_fresh_array(a); // assume: __requires_fresh_array(a) (line 5) is not used
  __requires(__uniform_int(n)); // assume: __requires(__uniform_int(n)) (line 6) is not used: what it rests on is not known
  for (int i = 0; __candidate_invariant(i == n), // assume: __candidate_invariant(i == n) (line 7) is not used
       __candidate_global_invariant(i > 3), i < n; i++) // assume: __candidate_global_invariant(i > 3) (line 8)
    a[get_global_id(0)] = i;
  __candidate_assert(n == 3); // assume: __candidate_assert
  __function_wide_candidate_invariant(n == 3); // assume: __function_wide_candidate_invariant
}

kernel void asked(global int *a, int n) // expect: asked race=proved assert=unproved
{
  __function_wide_invariant(n == 3); // unproved: assert unsupported
  __at_most_one(a[0]); // unproved: assert; may-assert: [*]
  __write_permission(int, a[0]); // unproved: assert unsupported
  a[get_global_id(0)] = 1;
}

kernel void other_threads(global int *a, int n) // expect: other_threads race=proved assert=unproved
{
  __assert(__other_float(n) == n); // unproved: assert; may-assert: [*]
  __assert(__uniform_ptr_base(a)); // unproved: assert; may-assert: [*]
  __assert(__same_warp(3)); // unproved: assert; may-assert: [*]
  a[get_global_id(0)] = 1;
}

// Barrier invariants are asserted where they stand.
kernel void barrier_invariants(global int *a, int n) // expect: barrier_invariants race=proved assert=refuted
{
  __barrier_invariant_1(get_local_id(0) < get_local_size(0), get_local_id(0));
  __barrier_invariant_2(get_local_id(0) > 0, get_local_id(0), 0); // assert:
  __barrier_invariant_binary_1(n == __other_int(n), n, 0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}

// A permission to read is a read.
kernel void permission(local int *s, global int *a) // expect: permission race=refuted
{
  s[get_local_id(0)] = 1; // race: read-write s @read
  __read_permission(int, s[get_local_id(0) / 2]); // @read
}

kernel void permission_own(local int *s, global int *a) // expect: permission_own race=proved
{
  s[get_local_id(0)] = 1;
  __read_permission(int, s[get_local_id(0)]);
}

// What a function without a body does to memory leaves everything open.
void __spec_writes(global int *p)
{
  __requires(__no_read(p)); // unproved: assert; may-assert: [*]
  __ensures(__write_offset_bytes(p) == 0);
  __writes_to(p); // unproved: race unsupported; unproved: divergence unsupported; unproved: assert unsupported
}

kernel void bodiless(global int *a) // expect: bodiless race=unproved divergence=unproved assert=unproved; assume: __ensures(__write_offset_bytes(p) == 0)
{
  __spec_writes(a);
}

// A copy of an array that only annotations read changes nothing.
kernel void snapshot(global int *a) // expect: snapshot race=proved assert=unproved
{
  local int s[64], ghost[64];
  s[get_local_id(0) % 64] = get_local_size(0) <= 64; // may-same-value: s; may-race: * s [*]
  __array_snapshot(ghost, s);
  __assert(ghost[0] == 1); // unproved: assert; may-assert: [*]
}

kernel void snapshot_permission(global int *a) // expect: snapshot_permission race=refuted; assume: __array_snapshot(ghost, s)
{
  local int s[64], ghost[64];
  __array_snapshot(ghost, s);
  __read_permission(int, ghost[get_local_id(0) % 64]);
  a[get_local_id(0)] = get_group_id(0); // race: write-write a
}

kernel void snapshot_read(global int *a) // expect: snapshot_read race=unproved divergence=unproved assert=unproved
{
  local int s[64], ghost[64];
  __array_snapshot(ghost, s); // unproved: race unsupported; unproved: divergence unsupported; unproved: assert unsupported
  a[get_global_id(0)] = ghost[0];
}
