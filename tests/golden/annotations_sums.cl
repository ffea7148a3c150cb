// A sum that is said not to overflow: used and listed, and what it is made of is read.
// RUN: check --only=race,divergence,assert --annotations=gpuverify --local-size=64 --num-groups=4
kernel void greater(global long *a, global const long *b) // expect: greater race=proved assert=proved
{ // assume: __add_noovfl_long(x, y)
  long x = b[0], y = b[1], z = __add_noovfl_long(x, y);
  __assert(x > 0 ? z > y : 1);
  a[get_global_id(0)] = z;
}

kernel void greater_not(global long *a, global const long *b) // expect: greater_not race=proved assert=refuted
{
  long x = b[0], y = b[1], z = (ulong)x + (ulong)y;
  __assert(x > 0 ? z > y : 1); // assert:
  a[get_global_id(0)] = z;
}

// One pass of shortest paths: what a detour through the pass itself costs is not less, unless the sum overflows.
kernel void pass(global uint *a) // expect: pass race=unproved|proved assert=proved
{
  int x = get_local_id(0), first = 64 * get_group_id(0);
  uint old = a[first + x], other = __add_noovfl_unsigned_int(a[first], old); // @sum; may-unproved: race
  if (other < old)
    a[first] = other; // may-race: * a [*]; may-race: * a @sum [*]; may-unproved: race
}

kernel void pass_wraps(global uint *a) // expect: pass_wraps race=refuted assert=proved
{
  int x = get_local_id(0), first = 64 * get_group_id(0);
  uint old = a[first + x], other = a[first] + old; // @read
  if (other < old)
    a[first] = other; // race: read-write a @read; may-race: write-write a [*]; may-same-value: a [*]
}

// Both operands are read.
kernel void reads(global uint *a) // expect: reads race=refuted assert=proved
{
  a[get_global_id(0)] = 1; // @write
  if (__add_noovfl_unsigned_int(a[0], 1u) == 7) // race: * a @write
    a[get_global_id(0) + 1024] = 1;
}
