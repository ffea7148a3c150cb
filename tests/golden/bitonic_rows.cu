// RUN: check --only=race,divergence --requires=blockDim.x<=1024
// A bitonic sort of indices: what is compared lies in rows of a length that is not known.
extern __shared__ int place[];

// expect: sort_free race=proved divergence=proved
__global__ void sort_free(const float *x, int columns, int padded) {
  const int column = threadIdx.x;
  const float *row = x + blockIdx.y * columns;
  for (int k = 2; k <= padded; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = column ^ j;
      if (other > column)
        if ((column & k) == 0 ? row[place[column]] > row[place[other]] : row[place[column]] < row[place[other]]) {
          int swap = place[column];
          place[column] = place[other];
          place[other] = swap;
        }
      __syncthreads();
    }
}

// expect: sort_racy race=refuted|unproved divergence=proved
__global__ void sort_racy(const float *x, int columns, int padded) {
  const int column = threadIdx.x;
  const float *row = x + blockIdx.y * columns;
  for (int k = 2; k <= padded; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = column ^ j;
      if (other > column)
        if ((column & k) == 0 ? row[place[column]] > row[place[other]] : row[place[column]] < row[place[other]]) { // @if
          int swap = place[column];    // @swap; may-race: * place @own [*]
          place[column] = place[other]; // @own; may-race: * place [*]; may-race: * place @if [*]; may-race: * place @other [*]
          place[other] = swap;          // @other; may-race: * place [*]; may-race: * place @if [*]; may-race: * place @swap [*]
        }
    }
    __syncthreads(); // may-unproved: race
  }
}
