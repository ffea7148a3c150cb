// Numbers that library functions read: the same behind calls that cannot change them, others behind those that can.
#include <cstdio>
#include <cstdlib>
#include <iostream>
__global__ void scanned(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void streamed(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void asked(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void again(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void kept(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void buffered(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
extern "C" void elsewhere(); // of a file that is not given
static bool is_size(int n) { return 0 < n && n <= 1000; }
int main() {
    int n, m, later, other;
    float *a, *b, *c, *d, *e, *f;
    scanf("%d", &n);
    std::cin >> m;
    if (!is_size(n) || !is_size(m))
        return 1;
    if (getenv("VERBOSE"))
        printf("%d %d\n", n, m);
    cudaMalloc(&a, n * 8 * sizeof(float));
    cudaMalloc(&b, m * 8 * sizeof(float));
    std::cout << n << "\n";
    scanned<<<n, 8>>>(a, n);
    puts("streams");
    streamed<<<m, 8>>>(b, m);
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    cudaMalloc(&c, device.multiProcessorCount * 8 * sizeof(float));
    printf("%d\n", n);
    asked<<<device.multiProcessorCount, 8>>>(c, n);
    scanf("%d", &later);
    if (!is_size(later))
        return 1;
    cudaMalloc(&d, later * 8 * sizeof(float));
    scanf("%d", &later);
    again<<<later, 8>>>(d, later);
    int *where = &other;
    scanf("%d", &other);
    scanf("%p", &where);
    cudaMalloc(&e, other * 8 * sizeof(float));
    scanf("%d", where);
    kept<<<other, 8>>>(e, other);
    elsewhere();
    static char room[sizeof(int)];
    setvbuf(stdout, room, _IOFBF, sizeof room);
    cudaMalloc(&f, room[0] * 8 * sizeof(float));
    puts("later");
    buffered<<<room[0], 8>>>(f, 1);
}
