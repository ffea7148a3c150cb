#ifndef __CUDA_ARCH__
constexpr long sum() {
    long all = 0;
    for (long i = 0; i < 4000000000; i++)
        all += i;
    return all;
}
static_assert(sum() != 1, "");
#endif
__global__ void own(int *p) { p[threadIdx.x] = threadIdx.y; }
void run(int *p) { own<<<1, 32>>>(p); }
