// Threads that leave the kernel before a barrier, under a condition on floats that the prover does not know: the search by default shows it.
// RUN: check --only=race,divergence --barrier-exit=diverge

// expect: exits race=unproved divergence=refuted
__global__ void exits(float *out, const float *x, int wide, int patch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = (unsigned)round(x[i]);
    unsigned r = (unsigned)ceil(patch * sqrt(2.f) / 2.f);
    if (at < r || at >= wide - r)
        return;
    __syncthreads(); // divergence: never-arrives @end; may-unproved: race
    out[i] = x[i];
} // @end

// All threads of a block read one element.
// expect: exits_together race=proved divergence=proved
__global__ void exits_together(float *out, const float *x, int wide, int patch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = (unsigned)round(x[blockIdx.x]);
    unsigned r = (unsigned)ceil(patch * sqrt(2.f) / 2.f);
    if (at < r || at >= wide - r)
        return;
    __syncthreads();
    out[i] = x[i];
}
