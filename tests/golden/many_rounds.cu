// No verdict changes when a bound is multiplied by 1000: races in the last round, behind the rounds, a barrier missed in the
// last round. A run of 64 threads does not get there in its steps where rounds are many; one of the smallest block does.

// expect: last_of_four race=refuted
__global__ void last_of_four(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 4; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
    if (i == 3)
      s[0] = (int)threadIdx.x; // race: write-write s
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// expect: last_of_thousands race=refuted
__global__ void last_of_thousands(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 4000; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
    if (i == 3999)
      s[0] = (int)threadIdx.x; // race: write-write s
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// expect: last_of_a_hundred_thousand race=refuted
__global__ void last_of_a_hundred_thousand(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 100000; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
    if (i == 99999)
      s[0] = (int)threadIdx.x; // race: write-write s
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// expect: last_of_thousands_free race=proved
__global__ void last_of_thousands_free(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 4000; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
    if (i == 3999)
      s[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// expect: behind_forty race=refuted
__global__ void behind_forty(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 40; i++) {
    s[threadIdx.x] = a[i];
    __syncthreads();
  }
  s[0] = (int)threadIdx.x; // race: write-write s
}

// expect: behind_thousands race=refuted
__global__ void behind_thousands(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 40000; i++) {
    s[threadIdx.x] = a[i];
    __syncthreads();
  }
  s[0] = (int)threadIdx.x; // race: write-write s
}

// expect: behind_thousands_free race=proved
__global__ void behind_thousands_free(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 40000; i++) {
    s[threadIdx.x] = a[i];
    __syncthreads();
  }
  s[threadIdx.x] = (int)threadIdx.x;
}

// expect: missed_in_four race=unproved divergence=refuted
__global__ void missed_in_four(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 4; i++) {
    s[threadIdx.x] = i;
    if (i < 3 || threadIdx.x > 0)
      __syncthreads(); // divergence: rounds
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// expect: missed_in_thousands race=unproved divergence=refuted
__global__ void missed_in_thousands(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 4000; i++) {
    s[threadIdx.x] = i;
    if (i < 3999 || threadIdx.x > 0)
      __syncthreads(); // divergence: rounds
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// expect: missed_in_thousands_not race=proved divergence=proved
__global__ void missed_in_thousands_not(int *a) {
  __shared__ int s[1025];
  for (int i = 0; i < 4000; i++) {
    s[threadIdx.x] = i;
    if (i < 3999)
      __syncthreads();
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
