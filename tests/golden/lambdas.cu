// Lambdas that capture a pointer by value and by reference.
// expect: lambda_free race=proved
__global__ void lambda_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  auto put = [&](unsigned k) { a[k] = (int)threadIdx.x; };
  put(i);
}

// expect: lambda_racy race=refuted
__global__ void lambda_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  auto put = [=](unsigned k) { a[k] = (int)threadIdx.x; }; // race: write-write a
  put(i / 2);
}
