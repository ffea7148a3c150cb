// A kernel that does nothing.
// expect: nothing race=proved divergence=proved
__global__ void nothing() {}
