// Values that the prover does not compare exactly, and that no run shows to differ: no error.
// expect: mixed race=unproved
__global__ void mixed(unsigned char *o) {
  int t = threadIdx.x;
  if (t < 32)
    ((unsigned *)o)[t] = 0x05000000; // @word
  else if (t < 64)
    o[4 * (t - 32)] = 0; // race: write-write o @word [warning]; may-unproved: race not-replayed
}

// Of another byte of the word the values differ.
// expect: differs race=refuted
__global__ void differs(unsigned char *o) {
  int t = threadIdx.x;
  if (t < 32)
    ((unsigned *)o)[t] = 0x05000000; // @other
  else if (t < 64)
    o[4 * (t - 32) + 3] = 0; // race: write-write o @other
}

// expect: own race=unproved
__global__ void own(int *o) {
  int v = o[1]; // @read; may-unproved: race not-replayed
  o[threadIdx.x] = v; // race: read-write o @read [warning]
}
