// A kernel whose address is taken, and which is launched by name as well.
__global__ void halves(int *a) {
  a[threadIdx.x / 16] = (int)threadIdx.x;
}

int main(int argc, char **) {
  int *d;
  void (*volatile kernel)(int *) = argc > 1 ? halves : nullptr;
  cudaMalloc(&d, 128);
  if (kernel)
    kernel<<<1, 32>>>(d);
  halves<<<1, 1>>>(d);
}
