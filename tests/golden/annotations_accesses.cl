// RUN: check --annotations=gpuverify --only=race,divergence,assert
// What GPUVerify's predicates say of accesses: of each that the work-item has made to the array since the last barrier, and of none.
kernel void read_before(global int *p, global int *q) // expect: read_before race=proved assert=refuted
{
  p[get_global_id(0)] = q[get_global_id(0)];
  __assert(!__read(q)); // assert:
}

kernel void read_behind(global int *p, global int *q) // expect: read_behind race=proved assert=proved
{
  __assert(!__read(q));
  p[get_global_id(0)] = q[get_global_id(0)];
  __assert(!__write(q));
}

kernel void offset(global int *a) // expect: offset race=proved assert=proved
{
  a[get_global_id(0)] = 1;
  __assert(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == get_global_id(0)));
}

kernel void offset_wrong(global int *a) // expect: offset_wrong race=proved assert=refuted
{
  a[get_global_id(0)] = 1;
  __assert(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == get_local_id(0))); // assert:
}

// Each of the two writes, not the last alone.
kernel void first_of_two(global int *a) // expect: first_of_two race=proved assert=refuted
{
  a[2 * get_global_id(0)] = 1;
  a[2 * get_global_id(0) + 1] = 1;
  __assert(__write_implies(a, __write_offset_bytes(a) % 8 == 4)); // assert:
}

kernel void barrier_between(global int *out) // expect: barrier_between race=proved assert=proved
{
  local int s[256];
  __requires(get_local_size(0) <= 256);
  s[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(__no_write(s));
}

kernel void barrier_missing(global int *out) // expect: barrier_missing race=proved assert=refuted
{
  local int s[256];
  __requires(get_local_size(0) <= 256);
  s[get_local_id(0)] = 1;
  __assert(__no_write(s)); // assert:
}

// Work-items of other work-groups may have written before.
kernel void global_barrier(global int *a) // expect: global_barrier race=proved assert=unproved
{
  a[get_global_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(__no_write(a)); // unproved: assert; may-assert: [*]
}

// Which array is written is not known.
kernel void one_of_two(global int *a, global int *b, int c) // expect: one_of_two race=proved assert=unproved
{
  global int *q = c ? a : b;
  q[get_global_id(0)] = 1;
  __assert(__no_write(a)); // unproved: assert; may-assert: [*]
}

void put(global int *p)
{
  __requires(__no_write(p));
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0)));
  p[get_global_id(0)] = 1;
}

kernel void called(global int *a) // expect: called race=proved assert=proved
{
  put(a);
}

void put_wrong(global int *p)
{
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0))); // assert:
  p[get_global_id(0) + 1] = 1;
}

kernel void called_wrong(global int *a) // expect: called_wrong race=proved assert=refuted
{
  put_wrong(a);
}

void at(global int *p)
{
  __requires(__ptr_offset_bytes(p) == 4);
}

kernel void pointer(global int *a) // expect: pointer race=proved assert=proved
{
  at(a + 1);
}

void at_wrong(global int *p)
{
  __requires(__ptr_offset_bytes(p) == 1); // assert:
}

kernel void pointer_wrong(global int *a) // expect: pointer_wrong race=proved assert=refuted
{
  at_wrong(a + 1);
}
