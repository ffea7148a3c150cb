// PyTorch's headers are not needed: bundled declarations stand for them. Kernels are instantiated by AT_DISPATCH, accessors are read.
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>

// expect: scale<float> race=proved
// expect: scale<double> race=proved
// expect: scale<c10::Half> race=proved
template <typename scalar_t> __global__ void scale(const scalar_t *__restrict__ x, scalar_t *__restrict__ y, int n, float a) {
  CUDA_KERNEL_LOOP(i, n) { y[i] = x[i] * static_cast<scalar_t>(a); }
}

// expect: row_sum<float> race=refuted
template <typename scalar_t>
__global__ void row_sum(const at::PackedTensorAccessor32<scalar_t, 2, at::RestrictPtrTraits> x, scalar_t *y) {
  __shared__ at::acc_type<scalar_t, true> s[256];
  at::acc_type<scalar_t, true> sum = 0;
  for (int j = threadIdx.x; j < x.size(1); j += 256)
    sum += x[blockIdx.x][j];
  s[threadIdx.x] = sum; // @fill
  if (threadIdx.x == 0)
    y[blockIdx.x] = s[0] + s[1]; // race: read-write s @fill
}

torch::Tensor scale_cuda(torch::Tensor x, double a) {
  TORCH_CHECK(x.is_cuda(), "x must be a CUDA tensor");
  const at::cuda::OptionalCUDAGuard guard(device_of(x));
  auto y = torch::empty_like(x);
  const int n = x.numel();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "scale", [&] {
    scale<scalar_t><<<(n + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), n, (float)a);
  });
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}

torch::Tensor row_sum_cuda(torch::Tensor x) {
  auto y = torch::zeros({x.size(0)}, x.options());
  row_sum<float><<<x.size(0), 256>>>(x.packed_accessor32<float, 2, at::RestrictPtrTraits>(), y.data_ptr<float>());
  return y;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &scale_cuda, "scale");
  m.def("row_sum", &row_sum_cuda, "row_sum");
}
