// Library calls that touch no memory of ours: printf, mathematics, conversions, clock.
// expect: calls_free race=proved
__global__ void calls_free(float *a, long long *stamp) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = a[i];
  v = sinf(v) + sqrtf(v) * expf(-v) + fmaxf(v, 0.0f) + __expf(v) + powf(v, 2.0f);
  v += rsqrtf(v) + fabsf(v) + floorf(v) + (float)__popc(i) + (float)__clz((int)i);
  if (i == 0)
    printf("%f\n", v);
  stamp[i] = clock64();
  a[i] = v;
}

// expect: calls_racy race=refuted
__global__ void calls_racy(float *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = sinf(a[i + 1]); // race: read-write a
}
