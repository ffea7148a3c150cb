// reqd_work_group_size, program-scope constants, structs by value, printf.
constant int table[4] = {3, 2, 1, 0};

__attribute__((reqd_work_group_size(4, 1, 1))) kernel void reversed(global int *a) // expect: reversed race=proved
{
  a[get_group_id(0) * 4 + table[get_local_id(0)]] = 1;
}

__attribute__((reqd_work_group_size(5, 1, 1))) kernel void reversed_racy(global int *a) // expect: reversed_racy race=refuted
{
  a[get_group_id(0) * 4 + get_local_id(0)] = get_local_id(0); // race: write-write a
}

kernel void by_value(int2 v, global int *a) // expect: by_value race=proved
{
  printf("%d %v2d\n", v.x, v);
  a[v.x + get_global_id(0)] = v.y;
}

kernel void constants(constant int *c, global int *a) // expect: constants race=proved
{
  a[get_global_id(0)] = c[get_local_id(0)] + c[0];
}
