// RUN: check --only=race,divergence,assert
// Without --annotations a file that uses GPUVerify's names has them mean what they mean there, and the report says so.
kernel void required(global int *a, int n) // expect: required race=proved; assume: annotations; assume: __requires(n == get_local_size(0))
{
  __requires(n == get_local_size(0));
  a[get_group_id(0) * n + get_local_id(0)] = get_group_id(0);
}

kernel void wrong(global int *a, int n) // expect: wrong race=proved assert=refuted
{
  __assert(__implies(n > 3, n > 4)); // assert:
  a[get_global_id(0)] = n;
}
