// RUN: check --only=assert
// assert() as it is with a toolkit's headers: clang's wrapper defines what it calls.
extern "C" __device__ void __assertfail(const char *, const char *, unsigned, const char *, decltype(sizeof 0));
__device__ static inline void __assert_fail(const char *message, const char *file, unsigned long line, const char *function) {
  __assertfail(message, file, (unsigned)line, function, sizeof(char));
}
#undef assert
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 1ul, ""))

// expect: holds assert=proved
__global__ void holds(int *p) {
  assert(threadIdx.x < 1024);
  p[threadIdx.x] = 1;
}

// expect: fails assert=refuted
__global__ void fails(int *p) {
  assert(threadIdx.x < 31); // assert:
  p[threadIdx.x] = 1;
}
