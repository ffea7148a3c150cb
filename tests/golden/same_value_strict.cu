// RUN: check --only=race,divergence --strict
// Under --strict a same-value conflict counts as a race.
// expect: strict_racy race=refuted
__global__ void strict_racy(int *flag) {
  flag[threadIdx.x / 2] = 1; // same-value: flag [*]
}

// expect: strict_free race=proved
__global__ void strict_free(int *flag) {
  flag[threadIdx.x / 1] = 1;
}
