// A main of many calls between the places where a size is read: it is one value.
#include <cstdio>
#include <cstdlib>
__global__ void fill(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
static void ask(const char *text, int *n) {
    if (*text == 32)
        return ask(text + 1, n);
    *n = atoi(text);
}
#define FOUR(x) x x x x
int main(int, char **v) {
    int n;
    float *a;
    ask(v[1], &n);
    if (n <= 0 || n > 1000)
        return 1;
    FOUR(FOUR(FOUR(FOUR(printf("%d of %s\n", n, v[0]); rand();))))
    cudaMalloc(&a, n * 8 * sizeof(float));
    FOUR(FOUR(FOUR(FOUR(printf("%d of %s\n", n, v[0]); srand(1); fflush(stdout);))))
    fill<<<n, 8>>>(a, n);
    FOUR(FOUR(FOUR(FOUR(srand(2); puts(v[0]);))))
    fill<<<n, 8>>>(a, n);
    fill<<<n + 1, 8>>>(a, n);
}
