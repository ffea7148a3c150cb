// The same number as half and as bfloat16 is not the same 16 bits.
// expect: formats_racy race=refuted|unproved
__global__ void formats_racy(float x) {
  __shared__ unsigned short s[4];
  if (threadIdx.x & 1) {
    _Float16 h = (_Float16)x;
    s[0] = __builtin_bit_cast(unsigned short, h); // @half; same-value: s
  } else {
    __bf16 b = (__bf16)x;
    s[0] = __builtin_bit_cast(unsigned short, b); // may-race: write-write s @half; same-value: s; may-unproved: race
  }
}

// expect: formats_note race=proved
__global__ void formats_note(float x) {
  __shared__ unsigned short s[4];
  _Float16 h = (_Float16)x;
  s[0] = __builtin_bit_cast(unsigned short, h); // same-value: s
}
