__global__ void scatter(float *out, const float *in, const int *perm, int n) {
  int i = threadIdx.x;
  if (i < n) out[perm[i]] = in[i];
}
__global__ void scatter_racy(float *out, const float *in, const int *perm, int n) {
  int i = threadIdx.x;
  if (i < n) out[perm[i]] = in[i];
}
__global__ void look(float *out, const int *start, int n) {
  int i = threadIdx.x;
  if (i < n) out[start[0] + i] = i;
}
static const int order[8] = {3, 1, 0, 2, 7, 6, 5, 4};
int main() {
  int twice[8] = {3, 1, 0, 2, 7, 3, 5, 4};
  int *p, *q, *s; float *o, *in;
  cudaMalloc(&p, sizeof order); cudaMemcpy(p, order, sizeof order, cudaMemcpyHostToDevice);
  cudaMalloc(&q, sizeof twice); cudaMemcpy(q, twice, sizeof twice, cudaMemcpyHostToDevice);
  cudaMalloc(&s, 4); cudaMemset(s, 0, 4);
  cudaMalloc(&o, 32); cudaMalloc(&in, 32);
  scatter<<<1, 32>>>(o, in, p, 8);
  cudaMemcpy(q, twice, sizeof twice, cudaMemcpyHostToDevice);
  scatter_racy<<<1, 32>>>(o, in, q, 8);
  cudaMemset(s, 0, 4);
  look<<<1, 32>>>(o, s, 8);
}
