/* SESA (SC 2014), Figure 9: the pattern of the access out of bounds it found in Parboil's
 * histo_final. A loop over the quarters of a histogram steps by the square of the
 * block's width where the grid's was meant, and the histogram holds fewer quarters
 * than the argument says: in the launch of the paper a thread reads behind its end.
 *
 * Answers: `final_wide` is out of bounds, for it takes `size` for twice what it is; `final_fits`
 * is not. No two threads meet in one element of `out`; but what lies behind its end may be `histo`,
 * so `final_wide` is not proved free of races. */

// RUN: check --only=race,divergence,bounds --block=512 --grid=42 --extent=histo=1019904 --extent=out=1019904 --param=size=8159232

// expect: final_wide race=unproved bounds=refuted
__global__ void final_wide(const unsigned long long *histo, unsigned *out, unsigned size) {
  unsigned start = threadIdx.x + blockIdx.x * blockDim.x;
  for (unsigned i = start; i < size / 4; i += blockDim.x * blockDim.x)
    out[i] = (unsigned)histo[i]; // bounds: histo; bounds: out; unproved: race out-of-bounds
}

// expect: final_fits race=proved bounds=proved
__global__ void final_fits(const unsigned long long *histo, unsigned *out, unsigned size) {
  unsigned start = threadIdx.x + blockIdx.x * blockDim.x;
  for (unsigned i = start; i < size / 8; i += blockDim.x * blockDim.x)
    out[i] = (unsigned)histo[i];
}
