// Conditions on one field of the elements of an array of vectors.

// expect: scatter race=unproved
__global__ void scatter(const int2 *edge, const int *v, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[edge[i].y] = v[i]; // race: write-write out [warning]; unproved: race needs-precondition distinct(edge.y)
}

// Two threads read one element.
// expect: scatter_half race=refuted
__global__ void scatter_half(const int2 *edge, const int *v, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[edge[i / 2].y] = v[i]; // race: write-write out
}

// expect: places race=unproved
__global__ void places(const uint4 *place, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[place[i].z] = i; // race: write-write out [warning]; unproved: race needs-precondition distinct(place.z)
}

// Rows from one element's field to the next one's.
// expect: rows race=unproved
__global__ void rows(const int2 *row, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = row[i].x; j < row[i + 1].x; j++)
      out[j] = i; // race: write-write out [warning]; may-unproved: race *
}

// expect: rows_of_two race=refuted
__global__ void rows_of_two(const int2 *row, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = row[i].x; j < row[i + 2].x; j++)
      out[j] = i; // race: write-write out
}
