// A multiple of 64 rows leaves 16 threads to each: that is no condition, for it holds for another reason than the mask's.
// expect: masked race=refuted
__global__ void masked() {
  __shared__ int s[64][32];
  s[threadIdx.y & 63][threadIdx.x & 31] = threadIdx.x >> 5; // race: write-write s
}
