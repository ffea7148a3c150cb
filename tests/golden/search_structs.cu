// RUN: search
// Elements that are structures of integers and floats: their integers are small numbers, too, so
// that rows and columns of a matrix meet.
struct Element {
  int row, column;
  float weight;
};

// expect: scatter race=refuted
__global__ void scatter(const Element *x, int count, float *z, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && x[i].weight != 0 && x[i].row > 2 && x[i].column > 2)
    z[x[i].row * stride + x[i].column] += x[i].weight; // race: read-write z; race: write-write z
}
