// RUN: check --annotations=gpuverify --only=race,divergence,assert --num-groups=4 --local-size=64
// Annotations about every two work-items that get there, in the same iteration of the loops around.
kernel void uniform(global int *a, int n) // expect: uniform race=proved assert=proved
{
  __assert(__uniform_int(n));
  __assert(__implies(__same_group, __uniform_int(get_group_id(0) * n)));
  __assert(__all(get_local_id(0) < 64));
  for (int i = 0; __invariant(__uniform_int(i)), __invariant(__uniform_bool(__enabled())), i < n; i++)
    a[get_global_id(0)] = i;
}

kernel void not_uniform(global int *a, int n) // expect: not_uniform race=proved assert=refuted
{
  __assert(__uniform_int(get_group_id(0) * n)); // assert:
  __assert(__all(get_local_id(0) < 63)); // assert:
  for (int i = 0; __invariant(__uniform_int(i)), __invariant(__uniform_bool(__enabled())), i < (int)get_local_id(0); i++) // assert:
    a[get_global_id(0)] = i;
}

kernel void distinct(global int *a) // expect: distinct race=proved assert=proved
{
  __assert(__distinct_int(get_global_id(0)));
  __assert(__implies(__same_group, __distinct_int(get_local_id(0))));
  __assert(__implies(__other_int(get_local_id(0)) == get_local_id(0), !__same_group));
  __at_most_one(get_global_id(0) == 4);
  a[get_global_id(0)] = 1;
}

kernel void not_distinct(global int *a) // expect: not_distinct race=proved assert=refuted
{
  __assert(__distinct_int(get_local_id(0))); // assert:
  __assert(__implies(__same_group, __distinct_int(get_local_id(0) / 2))); // assert:
  __assert(__implies(__other_int(get_local_id(0)) == get_local_id(0), __same_group)); // assert:
  __at_most_one(get_local_id(0) == 4); // assert:
  a[get_global_id(0)] = 1;
}

// Those who do not get there are asked for where __enabled() is; else only those who do.
kernel void some(global int *a, int n) // expect: some race=proved assert=proved
{
  if (get_local_id(0) < 8) {
    __assert(__all(get_local_id(0) < 8));
    __assert(__implies(__other_bool(__enabled()), __other_int(get_local_id(0)) < 8));
  }
  a[get_global_id(0)] = n;
}

kernel void not_some(global int *a, int n) // expect: not_some race=proved assert=refuted
{
  if (get_local_id(0) < 8) {
    __assert(__all(__enabled())); // assert:
    __assert(__other_bool(__enabled()) | __other_int(get_local_id(0)) < 8); // assert:
  }
  a[get_global_id(0)] = n;
}

kernel void early(global int *a) // expect: early race=proved assert=refuted
{
  if (get_global_id(0) == 5)
    return;
  __assert(__uniform_bool(__enabled())); // assert:
  a[get_global_id(0)] = 1;
}

// Nothing is known of the values of a work-item that does not get there.
kernel void absent_values(global int *a, int n) // expect: absent_values race=proved assert=unproved
{
  int x = n;
  if (get_local_id(0) < 8)
    __assert(__implies(__other_bool(!__enabled()), __uniform_int(a[get_group_id(0)]))); // unproved: assert; may-assert: [*]
  a[64 + get_global_id(0)] = x;
}

// In postconditions, at the only return.
int next(int x)
{
  __requires(__implies(__same_group, __distinct_int(x)));
  __ensures(__implies(__same_group, __distinct_int(__return_val_int())));
  return x + 1;
}

int constant_or(int x)
{
  __ensures(__uniform_int(__return_val_int())); // assert:
  return x > 3 ? 1 : 2;
}

kernel void postconditions(global int *a) // expect: postconditions race=proved assert=proved
{
  a[get_global_id(0)] = next(get_local_id(0));
}

kernel void not_postconditions(global int *a) // expect: not_postconditions race=proved assert=refuted
{
  a[get_global_id(0)] = constant_or(get_local_id(0));
}

// An assumption about others is not used.
kernel void assumed(global int *a, int n) // expect: assumed race=proved assert=unproved
{
  int x = a[get_global_id(0) + 256 * n];
  __requires(__uniform_int(x)); // assume: __requires(__uniform_int(x))
  __assert(__uniform_int(x)); // unproved: assert; may-assert: [*]
  a[get_global_id(0)] = x;
}

// Barrier invariants of two work-items are about one work-group.
kernel void barrier_invariants(local int *s, global int *a, int n) // expect: barrier_invariants race=proved assert=refuted
{
  s[get_local_id(0)] = n;
  __barrier_invariant_binary_1(get_local_id(0) != __other_int(get_local_id(0)), get_local_id(0), 0);
  __barrier_invariant_binary_1(get_local_id(0) / 2 != __other_int(get_local_id(0) / 2), get_local_id(0), 0); // assert:
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = s[63 - get_local_id(0)];
}

// In another block than the assertion that uses it the value is not known.
kernel void evaluated_late(global int *a, int n) // expect: evaluated_late race=proved assert=unproved
{
  __assert(n > 3 || __distinct_int(get_global_id(0))); // unproved: assert; may-assert: [*]
  a[get_global_id(0)] = 1;
}

// Of the work-item that asks __enabled() is true, whatever it decides.
kernel void always(global int *a) // expect: always race=proved assert=proved
{
  __assert(__enabled());
  if (!__enabled())
    a[0] = get_global_id(0);
}
