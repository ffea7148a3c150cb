__global__ void blur(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.y == 0 && i < n) out[i] = in[i] * 0.5f;
  if (threadIdx.y == 1) out[i] = 0;
}
extern "C" int block_of(int);
void run(float *out, const float *in, int n) {
  blur<<<(n + 127) / 128, dim3(128, block_of(n))>>>(out, in, n);
}
