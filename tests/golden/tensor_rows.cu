// RUN: check --only=race,bounds
// Tensors of sizes that are parameters: rows of rows, whose lengths are sums of sizes, and numbers that are taken apart by them.
#include <wp_contract.h>

// expect: window race=proved bounds=proved
__global__ void window(const float *x, float *y, int N, int C, int H, int W, int R) {
  wp_extent(x, N * C * H * W), wp_extent(y, N * (H - R + 1) * (W - R + 1));
  wp_requires(R >= 1 && R <= H && R <= W && C >= 1 && N >= 1 && gridDim.z == N);
  int ow = blockIdx.x * blockDim.x + threadIdx.x, oh = blockIdx.y * blockDim.y + threadIdx.y, n = blockIdx.z;
  int OH = H - R + 1, OW = W - R + 1;
  if (ow >= OW || oh >= OH)
    return;
  float s = 0;
  for (int c = 0; c < C; c++)
    for (int r = 0; r < R; r++)
      for (int q = 0; q < R; q++)
        s += x[((n * C + c) * H + oh + r) * W + ow + q];
  y[(n * OH + oh) * OW + ow] = s;
}

// expect: pairs race=proved bounds=proved
__global__ void pairs(const float *x, float *y, int C, int H, int W) {
  int OH = H / 2, OW = W / 2, i = blockIdx.x * blockDim.x + threadIdx.x;
  wp_extent(x, C * H * W), wp_extent(y, C * (H / 2) * (W / 2));
  wp_requires(C >= 1 && H >= 0 && W >= 0);
  if (i >= C * OH * OW)
    return;
  int ow = i % OW, oh = i / OW % OH, c = i / (OW * OH);
  float m = 0;
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      m += x[(c * H + 2 * oh + a) * W + 2 * ow + b];
  y[i] = m;
}

// One row too many.
// expect: pairs_beyond bounds=refuted race=unproved
__global__ void pairs_beyond(const float *x, float *y, int C, int H, int W) {
  int OH = H / 2, OW = W / 2, i = blockIdx.x * blockDim.x + threadIdx.x;
  wp_extent(x, C * H * W), wp_extent(y, C * (H / 2) * (W / 2));
  wp_requires(C >= 1 && H >= 0 && W >= 0);
  if (i >= C * OH * OW)
    return;
  int ow = i % OW, oh = i / OW % OH, c = i / (OW * OH);
  y[i] = x[(c * H + 2 * oh + 2) * W + 2 * ow]; // bounds: x [*]; may-unproved: race
}

// A stride of y that is no row of it.
// expect: window_wide bounds=refuted race=proved
__global__ void window_wide(float *y, int H, int W, int R) {
  wp_extent(y, (H - R + 1) * (W - R + 1));
  wp_requires(R >= 1 && R <= H && R <= W);
  int ow = blockIdx.x * blockDim.x + threadIdx.x, oh = blockIdx.y * blockDim.y + threadIdx.y;
  if (ow < W - R + 1 && oh < H - R + 1)
    y[oh * W + ow] = 1; // bounds: y [*]
}
