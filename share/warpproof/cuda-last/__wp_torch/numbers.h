/* PyTorch's numbers: Half, BFloat16, complex, ScalarType and what types go with it. */
#pragma once
#pragma clang system_header
#include <cuda_runtime.h> /* the bundled one or a toolkit's */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#define C10_HOST_DEVICE __host__ __device__
#define C10_HOST __host__
#define C10_DEVICE __device__
#define C10_WARP_SIZE 32
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__((threads) <= 1024 ? (threads) : 256)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__((threads) <= 1024 ? (threads) : 256, blocks)
#define C10_MAX_THREADS_PER_BLOCK(threads) ((threads) <= 1024 ? (threads) : 256)
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_NOINLINE __attribute__((noinline))
#define C10_UNUSED __attribute__((unused))
#define C10_LIKELY(x) (__builtin_expect((bool)(x), 1))
#define C10_UNLIKELY(x) (__builtin_expect((bool)(x), 0))
#define C10_RESTRICT __restrict
#define C10_API
#define C10_CUDA_API
#define C10_EXPORT
#define TORCH_API
#define TORCH_CUDA_CU_API
#define TORCH_CUDA_CPP_API
/* Places in such functions are told as those where the program calls them. */
#define __WP_T_AT __attribute__((nodebug))
#define __WP_T_BOTH __WP_T_AT __host__ __device__ inline

namespace c10 {
/* 16 bits with a conversion to float and back; arithmetic is float's, rounded. */
#define __WP_T_FLOAT16(name, native, vendor, how)                                                                                   \
  struct alignas(2) name {                                                                                                       \
    unsigned short x;                                                                                                            \
    struct from_bits_t {};                                                                                                       \
    static constexpr __host__ __device__ from_bits_t from_bits() { return {}; }                                                  \
    name() = default;                                                                                                            \
    constexpr __host__ __device__ name(unsigned short bits, from_bits_t) : x(bits) {}                                            \
    __WP_T_BOTH name(float v) : x(__builtin_bit_cast(unsigned short, (native)v)) {}                                              \
    __WP_T_BOTH operator float() const { return (float)__builtin_bit_cast(native, x); }                                          \
    __WP_T_BOTH name(const vendor &v) { __builtin_memcpy(&x, &v, 2); }                                                           \
    __WP_T_BOTH how operator vendor() const { vendor v; __builtin_memcpy(&v, &x, 2); return v; }                                     \
  };                                                                                                                             \
  __WP_T_ARITHMETIC(name, +) __WP_T_ARITHMETIC(name, -) __WP_T_ARITHMETIC(name, *) __WP_T_ARITHMETIC(name, /)                    \
  __WP_T_COMPARE(name, ==) __WP_T_COMPARE(name, !=) __WP_T_COMPARE(name, <) __WP_T_COMPARE(name, <=) __WP_T_COMPARE(name, >)     \
  __WP_T_COMPARE(name, >=)                                                                                                       \
  __WP_T_BOTH name operator-(const name &a) { return -(float)a; }
#define __WP_T_COMPARE(name, operation)                                                                                          \
  __WP_T_BOTH bool operator operation(const name &a, const name &b) { return (float)a operation(float) b; }
#define __WP_T_ARITHMETIC(name, operation)                                                                                       \
  __WP_T_BOTH name operator operation(const name &a, const name &b) { return (float)a operation(float) b; }                      \
  __WP_T_BOTH name &operator operation##=(name &a, const name &b) { return a = a operation b; }                                  \
  __WP_T_BOTH float operator operation(name a, float b) { return (float)a operation b; }                                         \
  __WP_T_BOTH float operator operation(float a, name b) { return a operation(float) b; }                                         \
  __WP_T_BOTH float &operator operation##=(float &a, const name &b) { return a = a operation(float) b; }                         \
  __WP_T_BOTH double operator operation(name a, double b) { return (double)(float)a operation b; }                               \
  __WP_T_BOTH double operator operation(double a, name b) { return a operation(double)(float) b; }                               \
  __WP_T_BOTH name operator operation(name a, int b) { return a operation(name)(float) b; }                                      \
  __WP_T_BOTH name operator operation(int a, name b) { return (name)(float)a operation b; }                                      \
  __WP_T_BOTH name operator operation(name a, int64_t b) { return a operation(name)(float) b; }                                  \
  __WP_T_BOTH name operator operation(int64_t a, name b) { return (name)(float)a operation b; }
__WP_T_FLOAT16(Half, _Float16, __half, )
__WP_T_FLOAT16(BFloat16, __bf16, __nv_bfloat16, explicit)

template <class T> struct complex {
  using value_type = T;
  T real_ = T(0), imag_ = T(0);
  complex() = default;
  __WP_T_BOTH constexpr complex(const T &re, const T &im = T()) : real_(re), imag_(im) {}
  template <class U> __WP_T_BOTH explicit constexpr complex(const complex<U> &o) : real_(o.real_), imag_(o.imag_) {}
  __WP_T_BOTH constexpr T real() const { return real_; }
  __WP_T_BOTH constexpr T imag() const { return imag_; }
  __WP_T_BOTH complex &operator+=(const complex &o) { real_ += o.real_; imag_ += o.imag_; return *this; }
  __WP_T_BOTH complex &operator-=(const complex &o) { real_ -= o.real_; imag_ -= o.imag_; return *this; }
  __WP_T_BOTH complex &operator*=(const complex &o) { return *this = complex(real_ * o.real_ - imag_ * o.imag_, real_ * o.imag_ + imag_ * o.real_); }
  __WP_T_BOTH complex &operator/=(const complex &o) {
    T n = o.real_ * o.real_ + o.imag_ * o.imag_;
    return *this = complex((real_ * o.real_ + imag_ * o.imag_) / n, (imag_ * o.real_ - real_ * o.imag_) / n);
  }
};
template <class T> __WP_T_BOTH complex<T> operator+(complex<T> a, const complex<T> &b) { return a += b; }
template <class T> __WP_T_BOTH complex<T> operator-(complex<T> a, const complex<T> &b) { return a -= b; }
template <class T> __WP_T_BOTH complex<T> operator*(complex<T> a, const complex<T> &b) { return a *= b; }
template <class T> __WP_T_BOTH complex<T> operator/(complex<T> a, const complex<T> &b) { return a /= b; }
template <class T> __WP_T_BOTH complex<T> operator-(const complex<T> &a) { return {-a.real_, -a.imag_}; }
template <class T> __WP_T_BOTH bool operator==(const complex<T> &a, const complex<T> &b) { return a.real_ == b.real_ && a.imag_ == b.imag_; }
template <class T> __WP_T_BOTH bool operator!=(const complex<T> &a, const complex<T> &b) { return !(a == b); }

/* X(C++ type, name), in the order of PyTorch's values. */
#define __WP_T_SCALARS(X)                                                                                                        \
  X(uint8_t, Byte) X(int8_t, Char) X(int16_t, Short) X(int, Int) X(int64_t, Long) X(c10::Half, Half) X(float, Float)             \
  X(double, Double) X(c10::complex<c10::Half>, ComplexHalf) X(c10::complex<float>, ComplexFloat)                                 \
  X(c10::complex<double>, ComplexDouble) X(bool, Bool)
enum class ScalarType : int8_t {
#define __WP_T_ENUMERATOR(type, name) name,
  __WP_T_SCALARS(__WP_T_ENUMERATOR)
#undef __WP_T_ENUMERATOR
  QInt8, QUInt8, QInt32, BFloat16, QUInt4x2, QUInt2x4, Bits1x8, Bits2x4, Bits4x2, Bits8, Bits16, Float8_e5m2, Float8_e4m3fn,
  Float8_e5m2fnuz, Float8_e4m3fnuz, UInt16, UInt32, UInt64, Undefined, NumOptions
};
#define __WP_T_CONSTANT(type, name) constexpr ScalarType k##name = ScalarType::name;
__WP_T_SCALARS(__WP_T_CONSTANT)
#undef __WP_T_CONSTANT
constexpr ScalarType kBFloat16 = ScalarType::BFloat16, kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong,
                     kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble, kUInt16 = ScalarType::UInt16, kUInt32 = ScalarType::UInt32,
                     kUInt64 = ScalarType::UInt64, kFloat8_e4m3fn = ScalarType::Float8_e4m3fn, kFloat8_e5m2 = ScalarType::Float8_e5m2;
namespace impl {
template <ScalarType N> struct ScalarTypeToCPPType;
#define __WP_T_TYPE(t, name)                                                                                                     \
  template <> struct ScalarTypeToCPPType<ScalarType::name> { using type = t; };
__WP_T_SCALARS(__WP_T_TYPE)
__WP_T_TYPE(c10::BFloat16, BFloat16)
__WP_T_TYPE(uint16_t, UInt16) __WP_T_TYPE(uint32_t, UInt32) __WP_T_TYPE(uint64_t, UInt64)
#undef __WP_T_TYPE
template <ScalarType N> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<N>::type;
}
template <class T> struct CppTypeToScalarType;
#define __WP_T_SCALAR(type, name)                                                                                                \
  template <> struct CppTypeToScalarType<type> : std::integral_constant<ScalarType, ScalarType::name> {};
__WP_T_SCALARS(__WP_T_SCALAR)
__WP_T_SCALAR(c10::BFloat16, BFloat16)
#undef __WP_T_SCALAR
const char *toString(ScalarType);
size_t elementSize(ScalarType);
bool isFloatingType(ScalarType), isIntegralType(ScalarType, bool = false), isComplexType(ScalarType), isReducedFloatingType(ScalarType);

template <class T> struct scalar_value_type { using type = T; };
template <class T> struct scalar_value_type<complex<T>> { using type = T; };
template <class T> struct is_complex : std::false_type {};
template <class T> struct is_complex<complex<T>> : std::true_type {};
}

namespace at {
using namespace c10;
/* What sums of a type are kept in. */
template <class T, bool is_cuda> struct AccumulateType {
  using type = std::conditional_t<std::is_same_v<T, bool>, bool,
                                  std::conditional_t<std::is_integral_v<T>, int64_t,
                                                     std::conditional_t<sizeof(T) <= 2 || is_cuda, std::conditional_t<sizeof(T) == 8, T, float>, double>>>;
};
template <class T, bool is_cuda> struct AccumulateType<c10::complex<T>, is_cuda> {
  using type = c10::complex<typename AccumulateType<T, is_cuda>::type>;
};
template <class T, bool is_cuda> using acc_type = typename AccumulateType<T, is_cuda>::type;
template <class T> using acc_type_device = acc_type<T, true>;
template <class T> struct OpMathType { using type = T; };
template <> struct OpMathType<c10::Half> { using type = float; };
template <> struct OpMathType<c10::BFloat16> { using type = float; };
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T> struct numeric_limits {
  static __WP_T_BOTH T lowest() { return std::numeric_limits<T>::lowest(); }
  static __WP_T_BOTH T max() { return std::numeric_limits<T>::max(); }
  static __WP_T_BOTH T lower_bound() { return lowest(); }
  static __WP_T_BOTH T upper_bound() { return max(); }
};
}

namespace std {
#define __WP_T_LIMITS(H, most, least, step)                                                                                      \
  template <> struct numeric_limits<c10::H> : numeric_limits<float> {                                                            \
    static constexpr __host__ __device__ c10::H max() { return {most, c10::H::from_bits()}; }                                    \
    static constexpr __host__ __device__ c10::H lowest() { return {(unsigned short)(0x8000 | most), c10::H::from_bits()}; }      \
    static constexpr __host__ __device__ c10::H min() { return {least, c10::H::from_bits()}; }                                   \
    static constexpr __host__ __device__ c10::H epsilon() { return {step, c10::H::from_bits()}; }                                \
    static constexpr __host__ __device__ c10::H infinity() { return {(unsigned short)(most + 1), c10::H::from_bits()}; }         \
    static constexpr __host__ __device__ c10::H quiet_NaN() { return {(unsigned short)((most + 1) | (((most + 1) >> 1) & ~(most + 1))), c10::H::from_bits()}; }     \
  };
__WP_T_LIMITS(Half, 0x7bff, 0x0400, 0x1400)
__WP_T_LIMITS(BFloat16, 0x7f7f, 0x0080, 0x3c00)
#undef __WP_T_LIMITS
}
