// Loops of more than 2^31 rounds, and loops that miss their end at first.
// expect: rounds_unsigned race=refuted|unproved
__global__ void rounds_unsigned() {
  __shared__ int s[4];
  for (unsigned i = 0; i < 3000000000u; i++)
    if (i == 2500000000u)
      s[0] = (int)threadIdx.x; // may-race: write-write s; may-unproved: race
}

// expect: rounds_none race=proved
__global__ void rounds_none() {
  __shared__ int s[4];
  for (unsigned i = 0; i < 2000000000u; i++)
    if (i == 2500000000u)
      s[0] = (int)threadIdx.x;
}

// expect: rounds_signed race=refuted|unproved
__global__ void rounds_signed() {
  __shared__ int s[4];
  for (int i = -2000000000; i < 2000000000; i++)
    if (i == 1900000000)
      s[0] = (int)threadIdx.x; // may-race: write-write s; may-unproved: race
}

// expect: rounds_two race=refuted|unproved
__global__ void rounds_two() {
  __shared__ int s[4];
  for (int i = -2000000000; i < 2000000000; i += 2)
    if (i == 1000000000)
      s[0] = (int)threadIdx.x; // may-race: write-write s; may-unproved: race
}

// i ^ i / 2 is 0, 1, 3, 2: greater than 2 before it is 2.
// expect: gray_racy race=refuted
__global__ void gray_racy() {
  __shared__ int s[4];
  for (unsigned i = 0; (i ^ (i >> 1)) != 2; i++)
    if (i == 2)
      s[0] = (int)threadIdx.x; // race: write-write s
}
