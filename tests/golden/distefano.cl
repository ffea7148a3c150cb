// RUN: check --only=race,divergence --num-groups=1
// The kernels of Distefano and Dubreil: a race of what is read with what is written, and one that shows only where a
// thread's value of another thread's cell is not forgotten.
#define tid ((int)get_local_id(0))

kernel void figure_1(global const int *A, global const int *B, global int *R) // expect: figure_1 race=refuted
{
  R[tid + 1] = A[tid] + B[tid + 2];
  barrier(CLK_GLOBAL_MEM_FENCE);
  R[tid + 1] = 2 * R[tid + 2]; // race: read-write R
}

// With a barrier between the read and the write.
kernel void figure_1_ordered(global const int *A, global const int *B, global int *R) // expect: figure_1_ordered race=proved
{
  R[tid + 1] = A[tid] + B[tid + 2];
  barrier(CLK_GLOBAL_MEM_FENCE);
  int r = R[tid + 2];
  barrier(CLK_GLOBAL_MEM_FENCE);
  R[tid + 1] = 2 * r;
}

kernel void figure_2(local int *A, global int *g) // expect: figure_2 race=refuted
{
  *g = 0; // same-value: g
  A[tid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  A[tid] = 1; // race: read-write A @read
  if (A[tid + 1] == 0) // @read
    *g = 1; // may-same-value: g [*]
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

// Benign: the values are the same function of the same index.
kernel void benign(global int *r, int n) // expect: benign race=proved
{
  r[tid / 2] = n + tid / 2; // same-value: r
}

kernel void harmful(global int *r, int n) // expect: harmful race=refuted
{
  r[tid / 2] = n + tid; // race: write-write r
}

// assume restricts, assert is proved.
kernel void assumed(global int *r, int n) // expect: assumed race=proved
{
  __builtin_assume(n > 0);
  if (n <= 0)
    r[0] = tid;
}
