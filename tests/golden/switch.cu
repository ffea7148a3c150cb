// Cases as guards, with a fall-through.
// expect: switch_free race=proved
__global__ void switch_free() {
  __shared__ unsigned s[1026];
  unsigned t = threadIdx.x;
  switch (t & 3) {
  case 0:
    s[t + 1] = t;
    break;
  case 1:
    break;
  case 2:
    t = t + 0;
  default:
    s[t] = t;
  }
}

// Case 2 falls through with the index of its neighbour.
// expect: switch_racy race=refuted
__global__ void switch_racy() {
  __shared__ unsigned s[1026];
  unsigned t = threadIdx.x;
  switch (t & 3) {
  case 0:
    s[t + 1] = t;
    break;
  case 1:
    break;
  case 2:
    t = t + 1;
  default:
    s[t] = threadIdx.x; // race: write-write s
  }
}
