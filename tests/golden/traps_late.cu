// RUN: check --only=bounds
// What a trap says of the launch and its arguments is nothing to what a thread does before it, with locals too.
#include <cassert>

// expect: before_racy bounds=refuted
__global__ void before_racy(int n) {
  int a[4];
  a[n & 7] = 1; // bounds: a
  if ((n & 7) > 3)
    __trap();
}

// expect: before_free bounds=proved
__global__ void before_free(int n) {
  int a[4];
  if ((n & 7) > 3)
    __trap();
  a[n & 7] = 1;
}

// expect: asserted_late bounds=refuted
__global__ void asserted_late(int n) {
  int a[4];
  a[n & 7] = 1; // bounds: a
  assert((n & 7) < 4);
}

// expect: asserted_early bounds=proved
__global__ void asserted_early(int n) {
  int a[4];
  assert((n & 7) < 4);
  a[n & 7] = 1;
}

// expect: loop_late bounds=unproved
__global__ void loop_late(int n) {
  int a[4];
  for (int i = 0; i < n; i++)
    a[i] = 1; // bounds: a [warning]; unproved: bounds needs-precondition
  if (n > 4)
    __trap();
}

// expect: loop_early bounds=proved
__global__ void loop_early(int n) {
  int a[4];
  if (n > 4)
    __trap();
  for (int i = 0; i < n; i++)
    a[i] = 1;
}

// A place that is not reached is a claim about who comes to the branch before it.
// expect: between bounds=refuted
__global__ void between(int n, int m) {
  int a[4];
  if (m > 7)
    a[n & 3] = 0;
  else
    a[n & 7] = 1; // bounds: a
  if ((n & 7) > 3) {
    if (m > 0)
      __trap();
    __trap();
  }
}

struct pair {
  int k[4], n;
};

// expect: member_late bounds=refuted
__global__ void member_late(pair p) {
  int x = p.k[p.n & 7]; // bounds: p
  if ((p.n & 7) > 3 || x == 77)
    __trap();
}

// expect: member_early bounds=proved
__global__ void member_early(pair p) {
  if ((p.n & 7) > 3)
    __trap();
  if (p.k[p.n & 7] == 77)
    __trap();
}
