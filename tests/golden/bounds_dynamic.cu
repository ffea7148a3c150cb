// RUN: check --only=bounds --dynamic-shared 4096 --block 256
// Dynamic shared memory of 4 KiB, carved by pointers.
extern __shared__ int pool[];

// expect: carved bounds=proved
__global__ void carved(int k) {
  float *left = (float *)pool, *right = left + 256;
  left[threadIdx.x] = (float)k;
  right[threadIdx.x] = (float)k;
  ((double *)(right + 256))[threadIdx.x] = k;
}

// expect: carved_beyond bounds=refuted
__global__ void carved_beyond(int k) {
  float *left = (float *)pool, *right = left + 256;
  left[threadIdx.x] = (float)k;
  ((double *)(right + 256))[threadIdx.x + 1] = k; // bounds: pool
}

// expect: copied bounds=proved
__global__ void copied(int n) {
  char local[64];
  if (n >= 0 && n <= 64) {
    memset(local, 0, (size_t)n);
    memcpy((char *)pool + 64 * (threadIdx.x & 7), local, (size_t)n);
  }
}

// expect: copied_too_much bounds=refuted
__global__ void copied_too_much(int n) {
  char local[64];
  if (n >= 0 && n <= 65) {
    memset(local, 0, (size_t)n); // bounds: local
    memcpy((char *)pool + 4032 * (threadIdx.x & 1), local, (size_t)n); // bounds: local; bounds: pool
  }
}
