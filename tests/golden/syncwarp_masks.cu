// __syncwarp orders the lanes its mask names, constant or computed.
// expect: half_free race=proved
__global__ void half_free(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if ((t & 31) < 16) {
    s[t] = (int)t;
    __syncwarp(0x0000ffff);
    out[blockIdx.x * blockDim.x + t] = s[t ^ 8];
  }
}

// The upper half does not wait.
// expect: half_racy race=refuted
__global__ void half_racy(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @half
  if ((t & 31) < 16) {
    __syncwarp(0x0000ffff);
    out[blockIdx.x * blockDim.x + t] = s[t ^ 16]; // race: read-write s @half
  }
}

// expect: chosen_free race=proved
__global__ void chosen_free(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncwarp((t & 31) < 16 ? 0x0000ffff : 0xffff0000);
  out[blockIdx.x * blockDim.x + t] = s[t ^ 8];
}

// expect: chosen_racy race=refuted
__global__ void chosen_racy(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @chosen
  __syncwarp((t & 31) < 16 ? 0x0000ffff : 0xffff0000);
  out[blockIdx.x * blockDim.x + t] = s[t ^ 16]; // race: read-write s @chosen
}

// expect: pairs_free race=proved
__global__ void pairs_free(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncwarp(3u << (t & 30));
  out[blockIdx.x * blockDim.x + t] = s[t ^ 1];
}

// expect: pairs_racy race=refuted
__global__ void pairs_racy(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @pairs
  __syncwarp(3u << (t & 30));
  out[blockIdx.x * blockDim.x + t] = s[t ^ 2]; // race: read-write s @pairs
}

// Lane 16 is not in the mask it waits with: undefined.
// expect: outside race=unproved divergence=refuted
__global__ void outside(int *out) { // unproved: race divergent-barriers
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if ((t & 31) < 17) {
    s[t] = (int)t;
    __syncwarp(0x0000ffff); // divergence: outside-mask
    out[blockIdx.x * blockDim.x + t] = s[t];
  }
}

// Lane 15 is named and goes its own way.
// expect: missing race=unproved divergence=refuted
__global__ void missing(int *out) { // unproved: race divergent-barriers
  unsigned t = threadIdx.x;
  if ((t & 31) < 15)
    __syncwarp(0x0000ffff); // divergence: *
  out[blockIdx.x * blockDim.x + t] = 1;
}

// The lanes that do not come have something else to do before they leave.
// expect: leaves race=unproved divergence=refuted
__global__ void leaves(int *out) { // unproved: race divergent-barriers
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if ((t & 31) < 16) {
    s[t] = (int)t;
    __syncwarp(); // divergence: *
  } else {
    out[blockIdx.x * blockDim.x + t] = 3;
  }
}

// Lanes that have left count as arrived.
// expect: left race=proved
// assume: exited-threads
__global__ void left(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = 1;
  if ((t & 31) < 16) {
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = s[t ^ 16];
  }
}

// Masks that differ never meet.
// expect: differing race=unproved divergence=refuted
__global__ void differing(int *out) { // unproved: race divergent-barriers
  unsigned t = threadIdx.x;
  __syncwarp((t & 31) == 0 ? 0xffffffff : 0xfffffffe); // divergence: *
  out[blockIdx.x * blockDim.x + t] = 1;
}

// Two calls may meet on the machine; which do is not modelled.
// expect: two_calls race=unproved divergence=unproved
__global__ void two_calls(int *out) { // unproved: race divergent-barriers
  unsigned t = threadIdx.x;
  if ((t & 31) < 16)
    __syncwarp(); // unproved: divergence barrier-kind
  else
    __syncwarp(); // unproved: divergence barrier-kind
  out[blockIdx.x * blockDim.x + t] = 1;
}
