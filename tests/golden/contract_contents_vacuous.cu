// A condition on contents that what is stated of the array excludes is none: every launch with two such threads races.
// RUN: check --only=race
#include <wp_contract.h>

// expect: all_zero race=refuted
__global__ void all_zero(int *a, const int *p) {
  wp_contents(zero(p));
  a[p[threadIdx.x]] = threadIdx.x; // race: write-write a
}

// expect: two_values race=refuted
__global__ void two_values(int *a, const int *p) {
  wp_contents(in_range(p, 0, 2));
  a[p[threadIdx.x]] = threadIdx.x; // race: write-write a
}

// As many values as there are elements.
// expect: values race=unproved
__global__ void values(int *a, const int *p, int n) {
  wp_contents(in_range(p, 0, n));
  if (threadIdx.x < n)
    a[p[threadIdx.x]] = threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition distinct(p)
}
