#include <cstdlib>
// Heights that no parameter tells, and structs.
__global__ void plane(float *out, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w) out[y * w + x] = 1;
}
__global__ void taller(float *out, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w) out[y * w + x] = 1;
}
struct image { float *out; const float *in; int n, other; };
__global__ void copy(image p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.n) p.out[i] = p.in[i];
}
__global__ void copy_more(image p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= p.n) p.out[i] = p.in[i];
}
struct cell { double value; int kind; };
__global__ void cells(cell *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i].kind = 1;
}
__global__ void cells_more(cell *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) c[i].kind = 1;
}
int main(int argc, char **argv) {
    int w = atoi(argv[1]), h = atoi(argv[2]), n = atoi(argv[3]);
    if (h % 16) return 1;
    float *d, *e;
    cell *c;
    cudaMalloc(&d, w * h * sizeof(float));
    plane<<<dim3((w + 15) / 16, h / 16), dim3(16, 16)>>>(d, w);
    taller<<<dim3((w + 15) / 16, h / 16 + 1), dim3(16, 16)>>>(d, w);
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&e, n * sizeof(float));
    image p = {d, e, n, 3};
    copy<<<(n + 255) / 256, 256>>>(p);
    copy_more<<<(n + 255) / 256, 256>>>(p);
    cudaMalloc(&c, n * sizeof(cell));
    cells<<<(n + 255) / 256, 256>>>(c, n);
    cells_more<<<(n + 255) / 256, 256>>>(c, n);
}
