// A bitonic sort whose distance is halved by a division of signed numbers, as the header's test keeps it positive.
// expect: sort_free race=proved
__global__ void sort_free(int *dst, const int n, int padded) {
  int i = threadIdx.x;
  extern __shared__ int row[];
  row[i] = i;
  __syncthreads();
  for (int k = 2; k <= padded; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = i ^ j;
      if (other > i && row[i] > row[other]) {
        int kept = row[i];
        row[i] = row[other];
        row[other] = kept;
      }
      __syncthreads();
    }
  }
}

// Any distance: a thread reads its own element while another one writes it.
// expect: sort_racy race=refuted
__global__ void sort_racy(int *dst, const int n, int first) {
  int i = threadIdx.x;
  extern __shared__ int row[];
  row[i] = i;
  __syncthreads();
  for (int j = first, k = 0; j >= 0 && k < 3; j /= 2, k++) {
    int other = (i + j) % blockDim.x;
    row[other] = dst[i]; // race: read-write row @read
    dst[i + blockDim.x] = row[i]; // @read
    __syncthreads();
  }
}
