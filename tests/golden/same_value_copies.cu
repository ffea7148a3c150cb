// What a copy writes are the bytes of its source: the same where two threads put them equally far from there.
struct node { int a[5]; };
struct half { short x, y; char z; };

// expect: first_copied race=proved
__global__ void first_copied(node *out, const node *in) {
  out[0] = in[0]; // same-value: out
}

// expect: first_copied_racy race=refuted
__global__ void first_copied_racy(node *out, const node *in) {
  out[0] = in[threadIdx.x]; // race: write-write out
}

// expect: keyed race=proved
__global__ void keyed(node *out, const node *in, const int *key) {
  int i = key[threadIdx.x];
  out[i + 1] = in[i]; // same-value: out
}

// expect: keyed_racy race=refuted
__global__ void keyed_racy(node *out, const node *in, const int *key) {
  int i = key[threadIdx.x];
  out[i / 2] = in[i]; // race: write-write out
}

// Two elements of six bytes: the second is the neighbour's first, of the same place.
// expect: overstep race=proved
__global__ void overstep(half *in, half *out) {
  __builtin_memcpy(&out[threadIdx.x], &in[threadIdx.x], 12); // same-value: out
}

// expect: overstep_racy race=refuted
__global__ void overstep_racy(half *in, half *out) {
  __builtin_memcpy(&out[threadIdx.x], &in[2 * threadIdx.x], 12); // race: write-write out
}

// From two sources, and from one that is written.
// expect: two_sources race=refuted
__global__ void two_sources(node *out, const node *in, const node *other) {
  if (threadIdx.x == 0)
    out[0] = in[0]; // race: write-write out @other
  else if (threadIdx.x == 1)
    out[0] = other[0]; // @other
}

// expect: written_source race=refuted
__global__ void written_source(node *out, node *in) {
  if (threadIdx.x == 0)
    in[1].a[2] = 7; // race: read-write in @copy
  out[0] = in[1]; // @copy ; may-race: write-write out [*]; may-same-value: out [*]; may-unproved: race
}
