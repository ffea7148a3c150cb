// RUN: check --annotations=gpuverify --only=race,divergence,assert
// GPUVerify's annotations about functions and files: what a function requires and ensures is to be proved, an axiom is used.
int half_of(int a)
{
  __requires(a > 0);
  __ensures(__return_val_int() >= 0);
  __ensures(__implies(__enabled(), __return_val_int() <= __old_int(a)));
  if (a > 100)
    return 50;
  a = a / 2;
  return a;
}

kernel void calls(global int *p) // expect: calls race=proved assert=proved
{
  p[get_global_id(0)] = half_of(5) + half_of(200);
}

int half_wrong(int a)
{
  __ensures(__return_val_int() > 0); // assert:
  return a / 2;
}

kernel void ensures_wrong(global int *p) // expect: ensures_wrong race=proved assert=refuted
{
  p[get_global_id(0)] = half_wrong(5) + half_wrong(1);
}

int positive(int a)
{
  __requires(a > 0); // assert:
  return a;
}

kernel void requires_wrong(global int *p) // expect: requires_wrong race=proved assert=refuted
{
  p[get_global_id(0)] = positive(get_local_id(0));
}

kernel void requires_stated(global int *p, int n) // expect: requires_stated race=proved assert=proved
{
  __requires(n > 2); // assume: __requires(n > 2)
  p[get_global_id(0)] = positive(n);
}

// Several results.
int4 next(int4 v)
{
  __ensures(__return_val_int4().x == v.x + 1);
  __ensures(__return_val_int4().w == v.x); // assert:
  v.x++;
  return v;
}

kernel void vectors(global int4 *p, int n) // expect: vectors race=proved assert=refuted
{
  p[get_global_id(0)] = next((int4)(1, 2, 3, 4));
}

// A postcondition about memory, or behind something else that the function does, is not judged.
int reads_memory(global int *p)
{
  __ensures(p[0] == 0); // unproved: assert unsupported
  p[get_global_id(0)] = 0;
  return 1;
}

int stands_late(int a)
{
  a = a + 1;
  __ensures(__return_val_int() == a); // unproved: assert unsupported
  return a;
}

kernel void not_judged(global int *p) // expect: not_judged race=proved assert=unproved
{
  p[get_global_id(0)] = reads_memory(p) + stands_late(3);
}

// What is passed by value, and constants, are known.
struct size {
  int w, h;
};

constant int limit = 7;

kernel void by_value(struct size s, global int *a) // expect: by_value race=proved assert=proved
{
  __requires(s.w == 5); // assume: __requires(s.w == 5)
  __assert(s.w == 5);
  __assert(limit == 7);
  a[get_global_id(0)] = s.w;
}

kernel void by_value_wrong(struct size s, global int *a) // expect: by_value_wrong race=proved assert=refuted
{
  __assert(s.w == s.w + 1); // assert:
  a[get_global_id(0)] = s.w;
}
