// RUN: check --only=bounds
// Reads out of a local array that is a copy of a constant.

// expect: beyond bounds=refuted
__global__ void beyond(int *unused) {
  __shared__ int s[8];
  const int dx[4] = {0, 2, 1, 3};
  for (int k = 0; k <= 4; k++) s[dx[k] & 7] = k; // bounds: dx
}

// expect: within bounds=proved
__global__ void within(int *unused) {
  __shared__ int s[4];
  const int dx[4] = {0, 2, 1, 3};
  for (int k = 0; k < 4; k++) s[dx[k]] = k;
}
