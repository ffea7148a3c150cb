// RUN: check --only=race --requires=s1>=n0&&n0>=1 --requires=s2>=s1*n1&&n1>=1 --requires=s3>=s2*n2&&n2>=1
// Tensors with a stride for each dimension, no smaller than what it steps over.

// expect: tensor_split race=proved
__global__ void tensor_split(float *a, int n, int n0, int n1, int n2, int s1, int s2, int s3) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int i3 = i / (n0 * n1 * n2), i2 = i / (n0 * n1) % n2, i1 = i / n0 % n1, i0 = i % n0;
    a[i0 + i1 * s1 + i2 * s2 + i3 * s3] = i;
  }
}

// The last dimension is forgotten.
// expect: tensor_split_racy race=refuted
__global__ void tensor_split_racy(float *a, int n, int n0, int n1, int n2, int s1, int s2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int i2 = i / (n0 * n1) % n2, i1 = i / n0 % n1, i0 = i % n0;
    a[i0 + i1 * s1 + i2 * s2] = i; // race: write-write a
  }
}

// The remainders are what is left of the row.
// expect: tensor_rest race=proved
__global__ void tensor_rest(float *a, int n0, int n1, int n2, int s1, int s2, int s3) {
  int i0 = blockIdx.y * blockDim.y + threadIdx.y;
  if (i0 >= n0)
    return;
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int i3 = row / (n1 * n2), i2 = (row - i3 * n1 * n2) / n1, i1 = row - i3 * n1 * n2 - i2 * n1;
  a[i0 + i1 * s1 + i2 * s2 + i3 * s3] = row;
}

// expect: tensor_rest_racy race=refuted
__global__ void tensor_rest_racy(float *a, int n0, int n1, int n2, int s1, int s2, int s3) {
  int i0 = blockIdx.y * blockDim.y + threadIdx.y;
  if (i0 >= n0)
    return;
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int i3 = row / (n1 * n2), i2 = (row - i3 * n1 * n2) / n1, i1 = row - i3 * n1 * n2 - i2 * n1;
  a[i0 / 2 + i1 * s1 + i2 * s2 + i3 * s3] = row + i0; // race: write-write a
}
