// RUN: check --only=race,divergence,assert
// A file that defines the names itself has its own meaning for them: __requires( in a comment or "__ensures(" in a text counts as little.
#define __requires(e) ((void)0)

kernel void required(global int *a, int n) // expect: required race=refuted
{
  __requires(n == 1);
  a[0] = get_global_id(0); // race: write-write a
}
