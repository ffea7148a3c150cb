// Choices inside of choices: what is claimed of their sums doubles with each, and is given up beyond a number of claims.
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define FLOOR(n, d) ((n) < 0 ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define FIRST(n, c, t) MAX(MAX(t, t + 16 * FLOOR(-n - 2 * t + c - 57, 64)), t + 16 * FLOOR(-n - 4 * t + c - 2 * n - 119, 128))
#define LAST(n, c, t) MIN(MIN(n - 1, FIRST(n, c, t) + (c + 1) / 4), MAX(FIRST(c, n, t), -n + (c + 2 * n - 1) / 4))

kernel void rows(global int *a, int n, int c) // expect: rows race=proved
{
  int t = get_global_id(0), y = LAST(n, c, t), x = LAST(n, y, t);
  if (x >= 0 && x < 16)
    a[16 * t + x] = n;
}

kernel void rows_racy(global int *a, int n, int c) // expect: rows_racy race=refuted|unproved
{
  int t = get_global_id(0), y = LAST(n, c, t), x = LAST(n, y, t);
  if (x >= 0 && x < 16)
    a[8 * t + x] = n; // may-race: write-write a [*]; may-unproved: race
}
