// A value that nobody has set is written into local arrays as well, and where is checked.
// RUN: check --only=bounds --extent out=1024

// expect: local bounds=unproved
__global__ void local(int *out, int i) {
  int s[4], none;
  s[i] = none; // bounds: s [warning]; unproved: bounds needs-precondition
  out[threadIdx.x] = s[i & 3];
}

// expect: beyond bounds=refuted
__global__ void beyond(int *out) {
  int s[4], none;
  s[7] = none; // bounds: s
  out[threadIdx.x] = s[threadIdx.x & 3];
}
