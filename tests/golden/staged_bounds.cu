// Indices that went through shared memory: what the threads of the block stored there bounds them.
// RUN: check --only=race,bounds --block 256 --extent list=gridDim.x*256 --extent out=gridDim.x*256

// expect: counted race=proved bounds=proved
__global__ void counted(int *out) {
  __shared__ int place[256], s[64];
  place[threadIdx.x] = threadIdx.x % 64;
  __syncthreads();
  atomicAdd(&s[place[255 - threadIdx.x]], 1);
}

// expect: listed race=unproved bounds=unproved
__global__ void listed(const int *list) {
  __shared__ int place[256], s[64];
  place[threadIdx.x] = list[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  atomicAdd(&s[place[255 - threadIdx.x]], 1); // bounds: s [warning]; unproved: bounds needs-precondition in_range(list, 0, 64); unproved: race needs-precondition in_range(list, 0, 64)
}

// expect: one_more race=unproved bounds=refuted
__global__ void one_more(int *out) {
  __shared__ int place[256], s[64];
  place[threadIdx.x] = threadIdx.x % 65;
  __syncthreads();
  atomicAdd(&s[place[255 - threadIdx.x]], 1); // bounds: s; unproved: race
}

// Without the barrier the other thread's place may not be there yet.
// expect: too_early race=refuted bounds=unproved
__global__ void too_early(int *out) {
  __shared__ int place[256], s[64];
  place[threadIdx.x] = threadIdx.x % 64;              // @place
  atomicAdd(&s[place[255 - threadIdx.x]], 1);         // race: read-write place @place; may-bounds: s [*]; unproved: bounds; may-unproved: race
}

// A store that may leave its array may change the places.
// expect: strays race=unproved bounds=refuted
__global__ void strays(const int *list) {
  __shared__ int s[64], place[256], t[64];
  place[threadIdx.x] = threadIdx.x % 64;
  __syncthreads();
  t[list[blockIdx.x * 256 + threadIdx.x] % 128] = 1; // bounds: t [*]; may-same-value: t; may-unproved: race; may-unproved: bounds
  __syncthreads();
  atomicAdd(&s[place[255 - threadIdx.x]], 1); // may-bounds: s [*]; unproved: bounds; may-unproved: race
}
