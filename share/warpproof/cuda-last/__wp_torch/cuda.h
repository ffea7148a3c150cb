/* PyTorch's helpers for CUDA: streams, guards, checks, loops, atomics, shuffles, dispatch by type. */
#pragma once
#pragma clang system_header
#include "tensor.h"

namespace c10 {
namespace detail {
[[noreturn]] void torchCheckFail(const char *what, int line);
}
struct Error : std::exception {};
namespace cuda {
struct CUDAStream {
  cudaStream_t stream_;
  __WP_T_AT operator cudaStream_t() const { return stream_; }
  __WP_T_AT cudaStream_t stream() const { return stream_; }
  DeviceIndex device_index() const;
  StreamId id() const;
  void synchronize() const;
  bool query() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1), getDefaultCUDAStream(DeviceIndex = -1), getStreamFromPool(bool = false, DeviceIndex = -1);
CUDAStream getStreamFromExternal(cudaStream_t, DeviceIndex);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex current_device(), device_count() noexcept;
void device_synchronize(), MaybeSetDevice(DeviceIndex), set_device(DeviceIndex);
struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex);
  explicit CUDAGuard(Device);
  explicit CUDAGuard(const TensorOptions &o) : CUDAGuard(o.device()) {}
  ~CUDAGuard();
  void set_device(Device), set_index(DeviceIndex);
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(DeviceIndex);
  explicit OptionalCUDAGuard(Device);
  explicit OptionalCUDAGuard(const TensorOptions &o) : OptionalCUDAGuard(o.device()) {}
  template <class T> explicit OptionalCUDAGuard(const std::optional<T> &o) : OptionalCUDAGuard(*o) {}
  ~OptionalCUDAGuard();
};
struct CUDAStreamGuard { explicit CUDAStreamGuard(CUDAStream); ~CUDAStreamGuard(); };
struct CUDAException : Error {};
namespace CUDACachingAllocator {
struct CUDAAllocator {
  void *raw_allocate(size_t);
  void raw_deallocate(void *);
};
CUDAAllocator *get();
void *raw_alloc(size_t), raw_delete(void *), emptyCache();
}
}
}
namespace at {
template <class T> __host__ __WP_T_AT __device__ inline T ceil_div(T a, T b) { return (a + b - 1) / b; }
__WP_T_AT inline DeviceIndex current_device() { return c10::cuda::current_device(); }
namespace cuda {
using namespace c10::cuda;
using CUDAStream = c10::cuda::CUDAStream;
cudaDeviceProp *getCurrentDeviceProperties(), *getDeviceProperties(int64_t);
int warp_size();
bool is_available();
template <class T> __WP_T_AT T ATenCeilDiv(T a, T b) { return (a + b - 1) / b; }
struct CUDAEvent { CUDAEvent(unsigned = 0); ~CUDAEvent(); void record(), record(const CUDAStream &), block(const CUDAStream &), synchronize() const; bool query() const; };
struct PhiloxState { uint64_t seed, offset; };
namespace detail {
constexpr int CUDA_NUM_THREADS = 1024;
__WP_T_AT inline int GET_BLOCKS(int64_t n, int64_t threads = CUDA_NUM_THREADS) { return (int)((n + threads - 1) / threads); }
template <class T, class I> struct TensorInfo {
  T *data;
  I sizes[25], strides[25];
  int dims;
  void reduceDim(int), markDims();
  int collapseDims(int = -1);
  __WP_T_BOTH bool isContiguous() const { return dims == 1 && strides[0] == 1; }
};
template <class T, class I, int Dims> struct IndexToOffset {
  static __WP_T_BOTH I get(I linear, const TensorInfo<T, I> &info) {
    I offset = 0;
    for (int i = (Dims < 0 ? info.dims : Dims) - 1; i > 0; --i) {
      offset += linear % info.sizes[i] * info.strides[i];
      linear /= info.sizes[i];
    }
    return offset + linear * info.strides[0];
  }
};
template <class T, class I> TensorInfo<T, I> getTensorInfo(const Tensor &);
bool canUse32BitIndexMath(const Tensor &, int64_t = INT32_MAX);
const Generator &getDefaultCUDAGenerator(DeviceIndex = -1);
}
}
struct PhiloxCudaState { uint64_t seed_, offset_; };
struct CUDAGeneratorImpl {
  std::mutex mutex_;
  PhiloxCudaState philox_cuda_state(uint64_t);
  std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t);
};
template <class T> T *get_generator_or_default(const std::optional<Generator> &, const Generator &);
namespace cuda { namespace philox {
__WP_T_BOTH std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState s) { return std::make_tuple(s.seed_, s.offset_); }
} }
}

#define TORCH_CHECK(condition, ...) ((condition) ? (void)0 : ::c10::detail::torchCheckFail(#condition, __LINE__))
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(condition, ...) ((void)0)
#define TORCH_CHECK_ARG(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_WITH(error, condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_VALUE(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_TYPE(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_INDEX(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define AT_ASSERT(condition, ...) TORCH_CHECK(condition)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition)
#define AT_ERROR(...) ::c10::detail::torchCheckFail("error", __LINE__)
#define AT_CUDA_CHECK(call) TORCH_CHECK((call) == cudaSuccess)
#define C10_CUDA_CHECK(call) TORCH_CHECK((call) == cudaSuccess)
#define THCudaCheck(call) TORCH_CHECK((call) == cudaSuccess)
#define TORCH_CUDABLAS_CHECK(call) ((void)(call))
#define TORCH_CUSPARSE_CHECK(call) ((void)(call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define CUDA_KERNEL_ASSERT(condition) assert(condition)
#define CUDA_KERNEL_ASSERT2(condition) assert(condition)
#define C10_DIVUP(a, b) (((a) + (b) - 1) / (b))
#define CUDA_KERNEL_LOOP_TYPE(i, n, type)                                                                                        \
  int64_t _i_n_d_e_x = ((int64_t)blockIdx.x) * blockDim.x + threadIdx.x;                                                         \
  for (type i = _i_n_d_e_x; _i_n_d_e_x < (n); _i_n_d_e_x += blockDim.x * gridDim.x, i = _i_n_d_e_x)
#ifndef CUDA_KERNEL_LOOP
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
#endif

/* A byte, two bytes, a bool: compare and swap of the word around it, as in PyTorch. */
template <class T> __WP_T_AT __device__ inline T __wp_t_atomic_part(T *address, T value) {
  size_t offset = (size_t)address & 3;
  unsigned *word = (unsigned *)((char *)address - offset), shift = (unsigned)offset * 8, mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << shift;
  unsigned old = *(volatile unsigned *)word, assumed;
  do {
    assumed = old;
    T part = (T)(old >> shift);
    old = atomicCAS(word, assumed, (assumed & ~mask) | (((unsigned)(T)(part + value) << shift) & mask));
  } while (assumed != old);
  return (T)(old >> shift);
}
#define __WP_T_ATOMIC(type, ...)                                                                                                 \
  __WP_T_AT __device__ inline type gpuAtomicAdd(type *address, type value) { __VA_ARGS__; }                                                \
  __WP_T_AT __device__ inline void gpuAtomicAddNoReturn(type *address, type value) { gpuAtomicAdd(address, value); }
__WP_T_ATOMIC(float, return atomicAdd(address, value))
__WP_T_ATOMIC(double, return atomicAdd(address, value))
__WP_T_ATOMIC(int, return atomicAdd(address, value))
__WP_T_ATOMIC(int64_t, return (int64_t)atomicAdd((unsigned long long *)address, (unsigned long long)value))
__WP_T_ATOMIC(uint8_t, return __wp_t_atomic_part(address, value))
__WP_T_ATOMIC(int8_t, return __wp_t_atomic_part(address, value))
__WP_T_ATOMIC(int16_t, return __wp_t_atomic_part(address, value))
__WP_T_ATOMIC(bool, unsigned char *p = (unsigned char *)address; return __wp_t_atomic_part(p, (unsigned char)value))
__WP_T_ATOMIC(c10::Half, return atomicAdd((__half *)address, (__half)value))
__WP_T_ATOMIC(c10::BFloat16, return atomicAdd((__nv_bfloat16 *)address, (__nv_bfloat16)value))
template <class T> __WP_T_AT __device__ inline c10::complex<T> gpuAtomicAdd(c10::complex<T> *address, c10::complex<T> value) {
  return {gpuAtomicAdd(&address->real_, value.real_), gpuAtomicAdd(&address->imag_, value.imag_)};
}
#undef __WP_T_ATOMIC
__WP_T_AT __device__ inline c10::Half atomicAdd(c10::Half *address, c10::Half value) { return gpuAtomicAdd(address, value); }
__WP_T_AT __device__ inline c10::BFloat16 atomicAdd(c10::BFloat16 *address, c10::BFloat16 value) { return gpuAtomicAdd(address, value); }
#ifndef __WP_ATOMICS_H /* the bundled headers have it */
__WP_T_AT __device__ inline int64_t atomicAdd(int64_t *address, int64_t value) { return gpuAtomicAdd(address, value); }
#endif
__WP_T_AT __device__ inline uint8_t atomicAdd(uint8_t *address, uint8_t value) { return gpuAtomicAdd(address, value); }
__WP_T_AT __device__ inline int8_t atomicAdd(int8_t *address, int8_t value) { return gpuAtomicAdd(address, value); }
__WP_T_AT __device__ inline int16_t atomicAdd(int16_t *address, int16_t value) { return gpuAtomicAdd(address, value); }
__WP_T_AT __device__ inline bool atomicAdd(bool *address, bool value) { return gpuAtomicAdd(address, value); }
namespace at { using ::gpuAtomicAdd; namespace native { using ::gpuAtomicAdd;
/* One addition; of pairs of 16 bits, PyTorch adds 0 to the neighbour, atomically as well. */
template <class T, class I> __WP_T_AT __device__ inline void fastAtomicAdd(T *tensor, I index, const I, T value, bool = true) { gpuAtomicAdd(tensor + index, value); }
} }

template <class T> __WP_T_AT __device__ inline T WARP_SHFL(T v, int lane, int width = warpSize, unsigned mask = 0xffffffff) { return __shfl_sync(mask, v, lane, width); }
template <class T> __WP_T_AT __device__ inline T WARP_SHFL_XOR(T v, int lanes, int width = warpSize, unsigned mask = 0xffffffff) { return __shfl_xor_sync(mask, v, lanes, width); }
template <class T> __WP_T_AT __device__ inline T WARP_SHFL_UP(T v, unsigned by, int width = warpSize, unsigned mask = 0xffffffff) { return __shfl_up_sync(mask, v, by, width); }
template <class T> __WP_T_AT __device__ inline T WARP_SHFL_DOWN(T v, unsigned by, int width = warpSize, unsigned mask = 0xffffffff) { return __shfl_down_sync(mask, v, by, width); }
__WP_T_AT __device__ inline unsigned WARP_BALLOT(int v, unsigned mask = 0xffffffff) { return __ballot_sync(mask, v); }
__WP_T_AT __device__ inline unsigned ACTIVE_MASK() { return __activemask(); }
__WP_T_AT __device__ inline void WARP_SYNC(unsigned mask = 0xffffffff) { __syncwarp(mask); }
#define __WP_T_SHUFFLE(name, type)                                                                                               \
  template <> __WP_T_AT __device__ inline c10::Half name(c10::Half v, type by, int width, unsigned mask) {                                 \
    return c10::Half((unsigned short)name<int>(v.x, by, width, mask), c10::Half::from_bits());                                   \
  }                                                                                                                              \
  template <> __WP_T_AT __device__ inline c10::BFloat16 name(c10::BFloat16 v, type by, int width, unsigned mask) {                         \
    return c10::BFloat16((unsigned short)name<int>(v.x, by, width, mask), c10::BFloat16::from_bits());                           \
  }
__WP_T_SHUFFLE(WARP_SHFL, int) __WP_T_SHUFFLE(WARP_SHFL_XOR, int) __WP_T_SHUFFLE(WARP_SHFL_UP, unsigned) __WP_T_SHUFFLE(WARP_SHFL_DOWN, unsigned)
#undef __WP_T_SHUFFLE
template <class T> __WP_T_AT __device__ inline T doLdg(const T *p) { return *p; }

namespace detail {
__WP_T_AT inline c10::ScalarType scalar_type(c10::ScalarType t) { return t; }
__WP_T_AT inline c10::ScalarType scalar_type(const at::DeprecatedTypeProperties &t) { return t.scalarType(); }
}
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                                                                      \
  [&] {                                                                                                                          \
    const auto &the_type = TYPE;                                                                                                 \
    switch (::detail::scalar_type(the_type)) {                                                                                   \
      __VA_ARGS__                                                                                                                \
    default: ::c10::detail::torchCheckFail("type", __LINE__);                                                                    \
    }                                                                                                                            \
  }()
#define AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, hint, ...)                                                                    \
  case enum_type: {                                                                                                              \
    using hint [[maybe_unused]] = ::c10::impl::ScalarTypeToCPPTypeT<enum_type>;                                                  \
    return __VA_ARGS__();                                                                                                        \
  }
#define AT_PRIVATE_CASE_TYPE(NAME, enum_type, type, ...) AT_DISPATCH_CASE(enum_type, __VA_ARGS__)
#define AT_DISPATCH_CASE(enum_type, ...) AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, scalar_t, __VA_ARGS__)
#define __WP_T_S(name) ::at::ScalarType::name
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) AT_DISPATCH_CASE(__WP_T_S(Double), __VA_ARGS__) AT_DISPATCH_CASE(__WP_T_S(Float), __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...) AT_DISPATCH_CASE(__WP_T_S(Half), __VA_ARGS__) AT_DISPATCH_CASE(__WP_T_S(BFloat16), __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(__WP_T_S(Half), __VA_ARGS__)
#define AT_DISPATCH_CASE_COMPLEX_TYPES(...)                                                                                      \
  AT_DISPATCH_CASE(__WP_T_S(ComplexDouble), __VA_ARGS__) AT_DISPATCH_CASE(__WP_T_S(ComplexFloat), __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(...) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                                                     \
  AT_DISPATCH_CASE(__WP_T_S(Byte), __VA_ARGS__) AT_DISPATCH_CASE(__WP_T_S(Char), __VA_ARGS__) AT_DISPATCH_CASE(__WP_T_S(Int), __VA_ARGS__) \
  AT_DISPATCH_CASE(__WP_T_S(Long), __VA_ARGS__) AT_DISPATCH_CASE(__WP_T_S(Short), __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...) AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(...) AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
/* AT_DISPATCH_X and, with up to four more types, AT_DISPATCH_X_AND, _AND2, ... */
#define AT_DISPATCH_FLOATING_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(__VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_COMPLEX_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__))
#define __WP_T_AND1(X, A, T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_##X(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define __WP_T_AND2(X, A, B, T, N, ...)                                                                                          \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_##X(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__))
#define __WP_T_AND3(X, A, B, C, T, N, ...)                                                                                       \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_##X(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__)   \
                               AT_DISPATCH_CASE(C, __VA_ARGS__))
#define __WP_T_AND4(X, A, B, C, D, T, N, ...)                                                                                    \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_##X(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__)   \
                               AT_DISPATCH_CASE(C, __VA_ARGS__) AT_DISPATCH_CASE(D, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(...) __WP_T_AND1(FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(...) __WP_T_AND2(FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND3(...) __WP_T_AND3(FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND4(...) __WP_T_AND4(FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES_AND(...) __WP_T_AND1(INTEGRAL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(...) __WP_T_AND1(ALL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(...) __WP_T_AND2(ALL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(...) __WP_T_AND3(ALL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND4(...) __WP_T_AND4(ALL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND(...) __WP_T_AND1(FLOATING_AND_COMPLEX_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND1(...) __WP_T_AND1(FLOATING_AND_COMPLEX_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(...) __WP_T_AND2(FLOATING_AND_COMPLEX_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND(...) __WP_T_AND1(ALL_TYPES_AND_COMPLEX, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(...) __WP_T_AND2(ALL_TYPES_AND_COMPLEX, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(...) __WP_T_AND3(ALL_TYPES_AND_COMPLEX, __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(T, N, ...)                                                                                       \
  AT_DISPATCH_SWITCH(T, N, AT_PRIVATE_CASE_TYPE_USING_HINT(__WP_T_S(Int), index_t, __VA_ARGS__)                                  \
                               AT_PRIVATE_CASE_TYPE_USING_HINT(__WP_T_S(Long), index_t, __VA_ARGS__))

namespace pybind11 {
struct arg { explicit arg(const char *); template <class T> arg &operator=(const T &); };
struct none {};
struct gil_scoped_release { gil_scoped_release(); ~gil_scoped_release(); };
template <class T> using call_guard = T;
template <class T, class... O> struct class_ {
  template <class... A> class_(const A &...);
  template <class... A> class_ &def(const A &...);
  template <class... A> class_ &def_readwrite(const A &...);
  template <class... A> class_ &def_readonly(const A &...);
};
template <class... A> struct init {};
struct module_ {
  template <class F, class... A> module_ &def(const char *, F &&, const A &...);
  template <class T> struct attribute { attribute &operator=(const T &); };
  attribute<const char *> doc();
  attribute<const char *> attr(const char *);
};
using module = module_;
namespace literals {}
}
namespace torch {
struct Library {
  template <class... A> Library &def(const A &...);
  template <class F, class... A> Library &impl(const char *, F &&, const A &...);
};
using CppFunction = void *;
}
namespace py = pybind11;
#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define __WP_T_JOIN(a, b) a##b
#define __WP_T_NAME(a, b) __WP_T_JOIN(a, b)
/* The interpreter calls what is bound: like any function that other files may call. */
#define PYBIND11_MODULE(name, m) void __WP_T_NAME(pybind11_init_, name)(::pybind11::module_ & m)
#define TORCH_LIBRARY(name, m) void __WP_T_NAME(torch_library_, name)(::torch::Library & m)
#define TORCH_LIBRARY_FRAGMENT(name, m) void __WP_T_NAME(torch_library_fragment_##name, __LINE__)(::torch::Library & m)
#define TORCH_LIBRARY_IMPL(name, key, m) void __WP_T_NAME(torch_library_impl_##name##key, __LINE__)(::torch::Library & m)
