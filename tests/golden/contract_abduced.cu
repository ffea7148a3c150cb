// What the mixed-radix lemma lacks is the condition: the largest value of the low part, plus one, is no larger than the stride.

// A warp for each row, a lane for each element.
// expect: lanes race=unproved
__global__ void lanes(int *a, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[(i >> 5) * pitch + (i & 31)] = i; // race: write-write a [warning]; unproved: race needs-precondition pitch >= 32
}

// Two lanes share an element.
// expect: lanes_racy race=refuted
__global__ void lanes_racy(int *a, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[(i >> 5) * pitch + (i & 15)] = i; // race: write-write a
}
