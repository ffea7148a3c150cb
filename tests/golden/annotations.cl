// RUN: check --annotations=gpuverify --only=race,divergence,assert
// GPUVerify's annotations: what is required is used, assertions and invariants are proved, and not trusted.
kernel void loops(global int *a, int n) // expect: loops race=proved assert=proved
{
  __requires(n == get_local_size(0)); // assume: __requires
  for (int i = 0; __invariant(i >= 0), __invariant(i <= 100), i < 100; i++)
    a[get_group_id(0) * n + get_local_id(0)] = i;
  __assert(__implies(n > 5, n > 3));
}

kernel void loops_wrong(global int *a) // expect: loops_wrong assert=refuted
{
  for (int i = 0; __invariant(i < 100), i < 100; i++) // assert:
    a[get_global_id(0)] = i;
}

kernel void not_trusted(global int *a, int n) // expect: not_trusted race=refuted assert=refuted
{
  __assert(get_local_id(0) != 3); // assert:
  if (n)
    a[0] = get_global_id(0); // race: write-write a
}

// What a condition reads is no access; nor is its value known.
kernel void reads(global int *a) // expect: reads race=proved assert=unproved
{
  __assert(a[0] == 3); // unproved: assert; may-assert: [*]
  a[get_global_id(0)] = 1;
}

kernel void ghosts(global int *a) // expect: ghosts race=proved assert=unproved
{
  __assert(__no_read(a)); // unproved: assert; may-assert: [*]
  a[get_global_id(0)] = 1;
  __barrier_invariant_1(a[get_local_id(0)] == 1, get_local_id(0)); // unproved: assert; may-assert: [*]
}
