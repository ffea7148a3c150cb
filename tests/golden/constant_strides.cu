// Strides in variables of the device: runs give them contents that keep elements apart, as to strides behind pointers.
__constant__ int strides[2];
__device__ int step;

__global__ void constant(int *o) { // expect: constant race=unproved
  o[(blockIdx.x * blockDim.x + threadIdx.x) * strides[0]] = threadIdx.x; // race: write-write o [warning]; unproved: race needs-precondition
}

__global__ void variable(int *o) { // expect: variable race=unproved
  o[(blockIdx.x * blockDim.x + threadIdx.x) * step] = threadIdx.x; // race: write-write o [warning]; unproved: race needs-precondition
}

__global__ void racy(int *o) { // expect: racy race=refuted
  o[threadIdx.x / 2 * strides[0]] = threadIdx.x; // race: write-write o
}
