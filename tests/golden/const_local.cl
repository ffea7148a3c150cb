// Local arrays that are copies of constants are read as these.

// expect: offsets race=proved
kernel void offsets(global int *out, int n) {
  const int dx[4] = {0, 2, 1, 3};
  int i = get_global_id(0);
  if (i < n)
    for (int k = 0; k < 4; k++) out[i * 4 + dx[k]] = k;
}

// expect: collide race=refuted
kernel void collide(global int *out, int n) {
  const int dx[4] = {0, 2, 1, 4};
  int i = get_global_id(0);
  if (i < n)
    for (int k = 0; k < 4; k++) out[i * 4 + dx[k]] = k; // race: write-write out
}
