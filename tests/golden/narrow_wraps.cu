// In numbers of 8 or 16 bits nothing is small: that they wrap is no odd launch's affair.
// expect: char_racy race=refuted
__global__ void char_racy(int *a) {
  if (blockIdx.x > 0)
    return;
  unsigned char x = threadIdx.x;
  for (int k = 0; x < 200 && k < 50; k++) {
    a[threadIdx.x + x] = threadIdx.x + 1000 * k; // race: write-write a
    x -= 1;
  }
}

// expect: char_free race=proved
__global__ void char_free(int *a) {
  if (blockIdx.x > 0)
    return;
  unsigned char x = threadIdx.x;
  for (int k = 0; x < 200 && k < 50; k++) {
    a[threadIdx.x * 256 + x] = threadIdx.x + 1000 * k;
    x -= 1;
  }
}

// expect: short_racy race=refuted
__global__ void short_racy(int *a) {
  if (blockIdx.x > 0)
    return;
  unsigned short x = threadIdx.x;
  for (int k = 0; x < 2000 && k < 50; k++) {
    a[threadIdx.x + x] = threadIdx.x + 2000 * k; // race: write-write a
    x -= 1;
  }
}

// expect: upwards_racy race=refuted
__global__ void upwards_racy(int *a) {
  if (blockIdx.x > 0)
    return;
  unsigned char x = threadIdx.x;
  for (int k = 0; k < 50; k++)
    a[x++] = threadIdx.x + 2000 * k; // race: write-write a
}

// expect: upwards_free race=proved
__global__ void upwards_free(int *a) {
  if (blockIdx.x > 0)
    return;
  unsigned char x = threadIdx.x;
  for (int k = 0; k < 50; k++)
    a[x++ + threadIdx.x * 256] = threadIdx.x + 2000 * k;
}
