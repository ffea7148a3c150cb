// Fields of a structure that are set, beside others that are not: what is read from them is known, in runs too.
struct packed { unsigned low : 6, index : 10, high : 16; };

// expect: field_racy race=refuted
__global__ void field_racy(int *out) {
  packed p;
  p.index = threadIdx.x / 2;
  if (p.index < 8)
    out[p.index] = (int)threadIdx.x; // race: write-write out
}

// expect: field_free race=proved
__global__ void field_free(int *out) {
  packed p;
  p.index = threadIdx.x;
  if (p.index < 8)
    out[p.index] = (int)threadIdx.x;
}

// Two fields at once: the other one is not set.
// expect: beside race=unproved
__global__ void beside(int *out) {
  packed p;
  p.index = threadIdx.x / 2;
  if (p.high == 0)
    out[p.index] = (int)threadIdx.x; // race: write-write out [warning] ; may-unproved: race
}
