// The number of elements is an int, and the kernel takes a long.
#include <cstdlib>

__global__ void sum(double *to, const double *from, long n) {
    double s = 0;
    for (long i = threadIdx.x; i < n; i += blockDim.x)
        s += from[i];
    to[threadIdx.x] = s;
}

int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    double *to, *from;
    cudaMalloc(&to, 256 * sizeof(double));
    cudaMalloc(&from, n * sizeof(double));
    sum<<<1, 256>>>(to, from, n);
}
