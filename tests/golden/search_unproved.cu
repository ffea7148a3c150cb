// RUN: check --search --steps=2000000 --only=race,divergence
// Values of a loop without a closed form: the prover cannot tell, a run can.

// expect: folded race=refuted
__global__ void folded(int *a, unsigned n) {
  unsigned x = threadIdx.x;
  for (unsigned k = 0; k < n; k++)
    x = (x * 1103515245u + 12345u) & 1023u;
  a[x >> 1] = threadIdx.x; // race: write-write a
}

// A permutation; what was only possible stays so.
// expect: permuted race=unproved
__global__ void permuted(int *a, unsigned n) {
  unsigned x = threadIdx.x;
  for (unsigned k = 0; k < n; k++)
    x = (x * 1103515245u + 12345u) & 1023u;
  a[x] = threadIdx.x; // race: write-write a [*]; may-unproved: race
}
