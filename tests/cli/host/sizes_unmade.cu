// What host code has computed before a launch, and what it may not have.
#include <algorithm>
#include <cstdlib>

__global__ void overflows(int *a, int x, int y) {
    if (x > 2147483647 - y)
        a[1000000] = 1;
}

__global__ void negative(int *a, int x) {
    if (x < 0)
        a[2000] = threadIdx.x;
}

__global__ void quotient(int *a, int x, int y) {
    if (y == 0 && x == 5)
        a[0] = threadIdx.x;
}

__global__ void divided(int *a, int x) {
    if (x == 0)
        a[0] = threadIdx.x;
    else
        a[threadIdx.x] = 1;
}

int main(int argc, char **argv) {
    int n = atoi(argv[1]), m = atoi(argv[2]);
    int *one, *two, *three, *four;
    if (argc > 6)
        cudaMalloc(&two, n * sizeof(int));
    else
        cudaMalloc(&two, 1024 * sizeof(int));
    negative<<<1, 32>>>(two, n);
    if (argc > 6)
        cudaMalloc(&three, n / m * sizeof(int));
    else
        cudaMalloc(&three, 1024 * sizeof(int));
    quotient<<<1, 32>>>(three, n, m);
    if (n >= 0 && m >= 0) {
        if (argc > 6)
            cudaMalloc(&one, (n + m) * sizeof(int));
        else
            cudaMalloc(&one, 1024 * sizeof(int));
        overflows<<<1, 1>>>(one, n, m);
    }
    cudaMalloc(&four, 1024 * sizeof(int));
    divided<<<std::max(n / m, 1), 32>>>(four, m);
}
