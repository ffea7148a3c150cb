// RUN: check --only=bounds,assert
// What a program assumes is used where it stands, and listed.
#include <cassert>
#include <wp_contract.h>

// expect: nothing_assumed bounds=unproved
__global__ void nothing_assumed(int n) {
  __shared__ int s[32];
  s[n] = 1; // bounds: s [warning]; unproved: bounds needs-precondition n <= 31 && n >= 0
}

// expect: required bounds=proved
// assume: wp_requires(n >= 0 && n < 32)
__global__ void required(int n) {
  __shared__ int s[32];
  wp_requires(n >= 0 && n < 32);
  s[n] = 1;
}

// expect: required_short bounds=refuted
__global__ void required_short(int n) {
  __shared__ int s[32];
  wp_requires(n >= 0 && n <= 32);
  s[n] = 1; // bounds: s
}

// expect: builtin bounds=proved
// assume: n < 32
__global__ void builtin(int n) {
  __shared__ int s[32];
  __builtin_assume(n < 32 && n >= 0);
  s[n] = 1;
}

// expect: not_reached bounds=proved
// assume: unreachable
__global__ void not_reached(int n) {
  __shared__ int s[32];
  if (n < 0 || n >= 32) __builtin_unreachable();
  s[n] = 1;
}

// A trap ends the launch: nothing is assumed.
// expect: trapped bounds=proved
__global__ void trapped(int n) {
  __shared__ int s[32];
  if (n < 0 || n >= 32) __trap();
  s[n] = 1;
}

// expect: asserted bounds=proved assert=unproved
__global__ void asserted(int n) {
  __shared__ int s[32];
  assert(n >= 0 && n < 32); // assert: [warning]; unproved: assert needs-precondition
  s[n] = 1;
}

// Behind an assertion that is no more than a wish anything may be.
// expect: wished bounds=unproved assert=unproved
__global__ void wished(int n) {
  __shared__ int s[32];
  wp_assert(n >= 0 && n < 32); // assert: [warning]; unproved: assert needs-precondition
  s[n] = 1;                    // bounds: s [warning]; unproved: bounds needs-precondition
}

// Only what stands before an access counts.
// expect: in_loop bounds=proved
// assume: wp_assume(i < 32)
__global__ void in_loop(int n) {
  __shared__ int s[32];
  for (int i = 0; i < n; i++) {
    wp_assume(i < 32);
    s[i] = 1;
  }
}

// A launch that leaves the array breaks the promise a moment later, so none shows it.
// expect: in_loop_after bounds=unproved
__global__ void in_loop_after(int n) {
  __shared__ int s[32];
  for (int i = 0; i < n; i++) {
    s[i] = 1; // bounds: s [warning]; unproved: bounds needs-precondition n <= 32
    wp_assume(i < 32);
  }
}

// Only on the path where it stands.
// expect: on_path bounds=refuted
__global__ void on_path(int n, int k) {
  __shared__ int s[32];
  if (k == 3) wp_assume(n >= 0 && n < 32);
  if (k != 3 && n >= 0) s[n & 63] = 1; // bounds: s
  if (k == 3) s[n] = 1;
}

// Contents that the kernel only reads.
// expect: of_contents bounds=unchecked
// assume: wp_assume(idx[threadIdx.x] >= 0 && idx[threadIdx.x] < 64)
__global__ void of_contents(const int *idx) {
  __shared__ int s[64];
  wp_assume(idx[threadIdx.x] >= 0 && idx[threadIdx.x] < 64);
  s[idx[threadIdx.x]] = 1;
}

// expect: in_switch bounds=proved
__global__ void in_switch(int n) {
  __shared__ int s[64];
  switch (n) {
  case 0: s[n] = 1; break;
  case 1: s[n] = 2; break;
  default: __builtin_unreachable();
  }
  s[n + 62] = 1;
}
