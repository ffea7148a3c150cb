// A header that a build would make is not there, and conditions ask one of its macros with arguments: not defined is 0.
#include "made_by_a_build.h"

#if MADE_BY_A_BUILD_HAS(SYNC_SHUFFLES)
#error "no such macro"
#endif

// expect: shift race=refuted
// assume: left-out
__global__ void shift(int *a) {
  int next = a[threadIdx.x + 1]; // @read
  a[threadIdx.x] = next;         // race: read-write a @read
}

// expect: shift_free race=proved
// assume: left-out
__global__ void shift_free(int *a) {
  int next = a[threadIdx.x];
  a[threadIdx.x] = next;
}
