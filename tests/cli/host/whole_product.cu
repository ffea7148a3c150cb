// Sizes that are products of two inputs: the product is a number by itself where its factors stand nowhere else.
#include <cstdlib>

__global__ void scale(float *image, unsigned long pixels) {
    unsigned long i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels)
        image[i] *= 2.0f;
}

// One thread more than there are pixels.
__global__ void scale_short(float *image, unsigned long pixels) {
    unsigned long i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= pixels)
        image[i] *= 2.0f;
}

// Rows: the factors are passed, too.
__global__ void rows(float *image, int pixels, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels && threadIdx.x < width)
        image[i] *= 2.0f;
}

// The array has the product as it wraps in 32 bits, the size has not.
__global__ void wide(float *image, long pixels) {
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < pixels)
        image[i] *= 2.0f;
}

// A multiple of 64 is no number like any other.
__global__ void tiles(float *image, int pixels) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < pixels)
        image[i / 64 * 64 + 63 - threadIdx.x] = 1.0f;
}

int main(int argc, char **argv) {
    const int width = atoi(argv[1]), height = atoi(argv[2]), count = atoi(argv[3]);
    const int pixels = width * height, padded = count * 64;
    float *image, *other, *whole;
    cudaMalloc(&image, pixels * sizeof(float));
    cudaMalloc(&other, (count * 7) * sizeof(float));
    cudaMalloc(&whole, padded * sizeof(float));
    scale<<<(pixels + 255) / 256, 256>>>(image, pixels);
    scale_short<<<(pixels + 255) / 256, 256>>>(image, pixels);
    rows<<<(pixels + 255) / 256, 256>>>(image, pixels, width);
    wide<<<(pixels + 255) / 256, 256>>>(image, (long)width * height);
    tiles<<<(padded + 63) / 64, 64>>>(whole, padded);
    return 0;
}
