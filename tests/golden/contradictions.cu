// RUN: check --only=bounds
// Assumptions that contradict each other, or the launch, prove nothing.
#include <wp_contract.h>

// expect: two bounds=unproved
__global__ void two(int n) {
  __shared__ int s[32];
  wp_assume(n > 5);
  wp_assume(n < 3); // unproved: bounds contradictory-assumptions
  s[n] = 1;         // may-bounds: s; may-unproved: bounds
}

// expect: agree bounds=proved
__global__ void agree(int n) {
  __shared__ int s[32];
  wp_assume(n > 5);
  wp_assume(n < 8);
  s[n] = 1;
}

// Every launch has the first thread.
// expect: no_thread bounds=unproved
__global__ void no_thread(int n) {
  __shared__ int s[32];
  wp_assume(threadIdx.x == 40); // unproved: bounds contradictory-assumptions
  s[n] = 1;                     // may-bounds: s; may-unproved: bounds
}

// Every launch has a last thread.
// expect: not_the_last bounds=unproved
__global__ void not_the_last(int n) {
  __shared__ int s[32];
  if (threadIdx.x == blockDim.x - 1) __builtin_unreachable(); // unproved: bounds contradictory-assumptions
  s[n] = 1;                                                   // may-bounds: s; may-unproved: bounds
}

// expect: small bounds=proved
__global__ void small(int n) {
  __shared__ int s[32];
  if (threadIdx.x > 31) __builtin_unreachable();
  s[threadIdx.x] = 1;
}

// On a path that some thread of every launch takes.
// expect: on_path bounds=unproved
__global__ void on_path(int n) {
  __shared__ int s[32];
  if (threadIdx.x < 10) {
    wp_assume(n > 5);
    wp_assume(n < 3); // unproved: bounds contradictory-assumptions
  }
  s[n] = 1; // may-bounds: s; may-unproved: bounds
}

// On a path that nobody takes.
// expect: dead bounds=proved
__global__ void dead(int n) {
  __shared__ int s[32];
  wp_requires(n >= 0 && n < 32);
  if (n < 0) {
    wp_assume(n > 5);
    s[n] = 2;
  }
  s[n] = 1;
}

// No number has this square.
// expect: square bounds=unproved
__global__ void square(int n) {
  __shared__ int s[32];
  wp_requires(n * n == 2); // unproved: bounds contradictory-assumptions
  s[n] = 1;                // may-bounds: s; may-unproved: bounds
}

// Nothing is left of a kernel that nobody gets through.
// expect: nobody bounds=unproved
__global__ void nobody(int n) {
  __shared__ int s[32];
  __builtin_unreachable(); // unproved: bounds contradictory-assumptions
  s[n] = 1;
}

// expect: neither_way bounds=unproved
__global__ void neither_way(int n) {
  __shared__ int s[32];
  if (n < 3)
    s[n] = 1; // may-bounds: s; may-unproved: bounds
  if (n < 5)                 // may-unproved: bounds contradictory-assumptions
    __builtin_unreachable(); // may-unproved: bounds contradictory-assumptions
  else
    __builtin_unreachable(); // may-unproved: bounds contradictory-assumptions
}

// expect: one_way bounds=proved
__global__ void one_way(int n) {
  __shared__ int s[32];
  if (n < 0 || n > 31)
    __builtin_unreachable();
  else
    s[n] = 1;
}

// expect: no_such_block bounds=unproved
__global__ void no_such_block(int n) {
  __shared__ int s[32];
  __builtin_assume(blockDim.x > 2000); // unproved: bounds contradictory-assumptions
  s[n] = 1;                            // may-bounds: s; may-unproved: bounds
}
