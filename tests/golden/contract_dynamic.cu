// RUN: check --only=bounds --dynamic-shared 1024
// Two arrays of a block's size, carved out of 256 elements: for blocks of 128.
extern __shared__ float memory[];

// expect: halves bounds=unproved
__global__ void halves() {
  float *second = memory + blockDim.x;
  memory[threadIdx.x] = 1; // bounds: memory [warning]
  second[threadIdx.x] = 2; // bounds: memory [warning]
}

// One element too far in blocks of 128.
// expect: halves_less bounds=refuted
__global__ void halves_less() {
  float *second = memory + blockDim.x;
  second[threadIdx.x + 1] = 2; // bounds: memory
}
