__global__ void along(int *p) {
    if (blockIdx.x == 0)
        p[threadIdx.x] += 1;
}
void run(int *p) { along<<<1, 32>>>(p); }
