// Constant tables of more elements than the prover looks at: no contents of a counterexample are theirs.
__device__ const int rows[65] = {
    1,   6,   11,  16,  21,  26,  31,  36,  41,  46,  51,  56,  61,  66,  71,  76,  81,  86,  91,  96,  101, 106,
    111, 116, 121, 126, 131, 136, 141, 146, 151, 156, 161, 166, 171, 176, 181, 186, 191, 196, 201, 206, 211, 216,
    221, 226, 231, 236, 241, 246, 251, 256, 261, 266, 271, 276, 281, 286, 291, 296, 301, 306, 311, 316, 321};
__constant__ int twice[65];

// expect: never race=unproved
__global__ void never(int *out) {
  int i = threadIdx.x;
  if (rows[i + 1] - rows[i] != 5)
    out[0] = i; // race: write-write out [warning]; unproved: race data-dependent
}

// What host code may set may be anything.
// expect: settable race=refuted
__global__ void settable(int *out) {
  int i = threadIdx.x;
  if (twice[i + 1] - twice[i] != 5)
    out[0] = i; // race: write-write out
}

// expect: anyway race=refuted
__global__ void anyway(int *out) {
  out[0] = rows[threadIdx.x]; // race: write-write out
}
