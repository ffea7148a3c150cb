// RUN: check --only=assert
#include <cassert>
// What a signed number that is halved becomes, while the header's test keeps it positive.
// expect: falls assert=proved
__global__ void falls(int first) {
  for (int j = first; j > 0; j /= 2)
    assert(j <= first);
}

// In the first iteration it is what it was.
// expect: falls_not assert=refuted
__global__ void falls_not(int first) {
  for (int j = first; j > 0; j /= 2)
    assert(j < first); // assert:
}

// Negative numbers are rounded towards zero, other than by a shift: -3, -1, 0. The test lets them by.
// expect: negative assert=unproved
__global__ void negative(int first) {
  int k = 0;
  for (int j = first; j > -8 && k < 2; j /= 2, k++)
    assert(first != -3 || k != 1 || j != -1); // assert: [warning]
}
