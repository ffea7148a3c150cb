// Each local argument is memory of its own, one copy for each work-group.
kernel void two(global float *out, local float *s, local float *t) // expect: two race=proved
{
  int l = get_local_id(0), n = get_local_size(0);
  s[l] = l;
  t[n - 1 - l] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[n - 1 - l] + t[l];
}

kernel void two_racy(global float *out, local float *s, local float *t) // expect: two_racy race=refuted
{
  int l = get_local_id(0), n = get_local_size(0);
  s[l] = l; // race: write-write s @other
  s[n - 1 - l] = 2; // @other
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[n - 1 - l] + t[l];
}

void add(local int *p, int l) {
  p[l] += 1; // @add
}

kernel void passed(global int *out, local int *a, local int *b, int c) // expect: passed race=proved
{
  int l = get_local_id(0);
  add(c ? a : b, l);
  out[get_global_id(0)] = a[l] + b[l];
}

kernel void variables(global int *out) // expect: variables race=proved
{
  local int tile[8][8], one;
  int x = get_local_id(0) & 7, y = get_local_id(0) >> 3;
  if (get_local_id(0) < 64)
    tile[y][x] = x;
  if (get_local_id(0) == 0)
    one = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[x][y & 7] + one;
}

kernel void variables_racy(global int *out) // expect: variables_racy race=refuted
{
  local int tile[8][8], one;
  int x = get_local_id(0) & 7, y = get_local_id(0) >> 3;
  if (get_local_id(0) < 64)
    tile[y][x] = x;
  one = get_local_id(0); // race: write-write one
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[x][y & 7] + one;
}
