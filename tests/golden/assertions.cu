// RUN: check --only=assert
// Assertions hold for every launch, or fail in one.
#include <cassert>
#include <wp_contract.h>

// expect: guarded assert=proved
__global__ void guarded(const int *a, int n) {
  int i = (int)threadIdx.x;
  if (i < n) assert(n > 0 && i < 1024);
}

// expect: unguarded assert=refuted
__global__ void unguarded(const int *a, int n) {
  int i = (int)threadIdx.x;
  if (i <= n) assert(n > 0); // assert:
}

// What one assertion excludes the next one need not.
// expect: twice assert=unproved
__global__ void twice(int n) {
  assert(n < 10); // assert: [warning]; unproved: assert needs-precondition
  assert(n < 20);
}

// An assertion that does not end the launch is nothing to rely on.
// expect: twice_soft assert=unproved
__global__ void twice_soft(int n) {
  wp_assert(n < 10); // assert: [warning]; unproved: assert needs-precondition
  wp_assert(n < 20); // assert: [warning]; unproved: assert needs-precondition
}

// expect: in_loop assert=proved
__global__ void in_loop(int n) {
  for (int i = 0; i < n && i < 32; i++) assert(i < 32);
}

// expect: in_loop_once assert=refuted
__global__ void in_loop_once(int n) {
  for (int i = 0; i < n && i < 33; i++) assert(i < 32); // assert:
}

// Contents of an array are any.
// expect: of_contents assert=refuted
__global__ void of_contents(const int *a) {
  wp_assert(a[threadIdx.x] >= 0); // assert:
}

// expect: of_contents_guarded assert=proved
__global__ void of_contents_guarded(const int *a) {
  int v = a[threadIdx.x];
  if (v > 0) wp_assert(v >= 0);
}

// What an atomic returns is not known.
// expect: opaque assert=unproved|refuted
__global__ void opaque(int *count) {
  int ticket = atomicAdd(count, 1);
  wp_assert(ticket < 1000); // assert: [*]; may-unproved: assert
}

// expect: sizes assert=proved
__global__ void sizes(int *a) {
  wp_assert(blockDim.x <= 1024 && threadIdx.x < blockDim.x);
}

// expect: sizes_wrong assert=unproved
__global__ void sizes_wrong(int *a) {
  wp_assert(blockDim.x < 1024); // assert: [warning]; unproved: assert needs-precondition blockDim.x <= 1023
}

// The loop's assertion fails in every launch: the one behind it is never reached, which is no error of the analysis.
// expect: behind_failing assert=refuted
__global__ void behind_failing(int n) {
  for (int i = 0; i < 4; i++)
    assert(i < 2); // assert:
  assert(n == 0); // may-assert: ; may-unproved: assert not-replayed
}
