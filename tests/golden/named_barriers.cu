// bar.sync with a number: a barrier of the block, or of the threads it counts.
// RUN: check --only=race,divergence --block 128
// expect: whole_free race=proved
__global__ void whole_free(int *a) {
  __shared__ int s[128];
  s[threadIdx.x] = (int)threadIdx.x;
  asm volatile("bar.sync 1;" ::: "memory");
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[127 - threadIdx.x];
}

// expect: counted_free race=proved
__global__ void counted_free(int *a) {
  __shared__ int s[128];
  s[threadIdx.x] = (int)threadIdx.x;
  asm volatile("bar.sync 1, 128;" ::: "memory");
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[127 - threadIdx.x];
}

// Two halves, each with a barrier of its own.
// expect: halves_free race=proved
__global__ void halves_free(int *a) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[blockIdx.x * blockDim.x + t] = s[63 - t];
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    a[blockIdx.x * blockDim.x + t] = s[191 - t];
  }
}

// One half reads what the other writes.
// expect: halves_racy race=refuted
__global__ void halves_racy(int *a) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @halves
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[blockIdx.x * blockDim.x + t] = s[127 - t]; // race: read-write s @halves
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
  }
}

// expect: rounds_free race=proved
__global__ void rounds_free(int *a, int n) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  if (t >= 96)
    return;
  for (int i = 0; i < n; i++) {
    s[t] = i;
    asm volatile("bar.sync 3, 96;" ::: "memory");
    int v = s[95 - t];
    asm volatile("bar.sync 3, 96;" ::: "memory");
    a[blockIdx.x * blockDim.x + t] = v;
  }
}

// expect: rounds_racy race=refuted
__global__ void rounds_racy(int *a, int n) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  if (t >= 96)
    return;
  for (int i = 0; i < n; i++) {
    s[t] = i; // @round
    asm volatile("bar.sync 3, 96;" ::: "memory");
    a[blockIdx.x * blockDim.x + t] = s[95 - t]; // race: read-write s @round
  }
}

// Both halves wait at one barrier: who meets whom is not known.
// expect: shared_number race=unproved divergence=unproved
__global__ void shared_number(int *a) { // unproved: race divergent-barriers
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // may-race: read-write s @one; may-race: read-write s @two
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory"); // unproved: race barrier-kind; unproved: divergence barrier-kind
    a[blockIdx.x * blockDim.x + t] = s[t ^ 1]; // @one; may-unproved: race
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory"); // unproved: race barrier-kind; unproved: divergence barrier-kind
    a[blockIdx.x * blockDim.x + t] = s[t ^ 1]; // @two; may-unproved: race
  }
}

// More threads than it counts.
// expect: too_many race=unproved divergence=unproved
__global__ void too_many(int *a) { // unproved: race divergent-barriers
  __shared__ int s[128];
  s[threadIdx.x] = (int)threadIdx.x; // may-race: read-write s @many; may-unproved: race
  asm volatile("bar.sync 1, 64;" ::: "memory"); // unproved: race barrier-kind; unproved: divergence barrier-kind
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; // @many; may-unproved: race
}

// Threads that are not there.
// expect: too_few race=unproved divergence=unproved
__global__ void too_few(int *a) { // unproved: race divergent-barriers
  asm volatile("bar.sync 1, 256;" ::: "memory"); // unproved: divergence needs-precondition
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// It arrives and does not wait.
// expect: arrives race=unproved divergence=unproved
__global__ void arrives(int *a) { // may-unproved: race
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  if (t < 64) {
    s[t] = 1; // may-race: read-write s @late
    asm volatile("bar.arrive 1, 128;" ::: "memory"); // unproved: race unsupported; unproved: divergence unsupported
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory"); // may-unproved: race; may-unproved: divergence
    a[blockIdx.x * blockDim.x + t] = s[127 - t]; // @late; may-unproved: race
  }
}

// Threads of two branches meet at one number: whom a place orders is not known, and no mistake is reported.
// expect: two_places race=unproved divergence=unproved
__global__ void two_places(int *a) { // unproved: race divergent-barriers
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // may-race: read-write s @places; unproved: race data-dependent
  if (t < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory"); // unproved: race barrier-kind; unproved: divergence barrier-kind
  else if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory"); // unproved: race barrier-kind; unproved: divergence barrier-kind
  if (t < 64)
    a[blockIdx.x * blockDim.x + t] = s[t ^ 32]; // @places; may-unproved: race
}

// Two instructions with one number meet, if whole warps come to each: it is not proved, and no divergence.
// expect: two_sites divergence=unproved race=unproved
__global__ void two_sites(int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  if (blockDim.x != 128)
    return;
  if (t < 64) {
    s[t] = t; // may-race: read-write s @reader; unproved: race data-dependent
    asm volatile("barrier.sync 1;" ::: "memory"); // unproved: race barrier-kind; unproved: divergence barrier-kind
  } else {
    asm volatile("barrier.sync 1;" ::: "memory"); // unproved: race barrier-kind; unproved: divergence barrier-kind
    out[blockIdx.x * 64 + t - 64] = s[t - 64]; // @reader
  }
}
