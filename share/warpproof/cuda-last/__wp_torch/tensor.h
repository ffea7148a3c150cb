/* PyTorch's tensors and what host code asks of them. A tensor is a handle; its sizes and strides stand in memory that the handle points
 * to, so that two questions have one answer. What makes a tensor is a function without a body. */
#pragma once
#pragma clang system_header
#include "numbers.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace c10 {
using std::nullopt, std::nullopt_t, std::optional;
using string_view = std::string_view;
template <class T> struct ArrayRef {
  using value_type = T;
  using const_iterator = const T *;
  const T *data_ = nullptr;
  size_t size_ = 0;
  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T &one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T *data, size_t size) : data_(data), size_(size) {}
  ArrayRef(const std::vector<T> &v) : data_(v.data()), size_(v.size()) {}
  template <size_t N> constexpr ArrayRef(const std::array<T, N> &v) : data_(v.data()), size_(N) {}
  template <size_t N> constexpr ArrayRef(const T (&v)[N]) : data_(v), size_(N) {}
  constexpr ArrayRef(const std::initializer_list<T> &v) : data_(v.begin()), size_(v.size()) {}
  __WP_T_AT constexpr const T *data() const { return data_; }
  __WP_T_AT constexpr size_t size() const { return size_; }
  __WP_T_AT constexpr bool empty() const { return size_ == 0; }
  __WP_T_AT constexpr const T *begin() const { return data_; }
  __WP_T_AT constexpr const T *end() const { return data_ + size_; }
  __WP_T_AT constexpr const T &operator[](size_t i) const { return data_[i]; }
  __WP_T_AT constexpr const T &at(size_t i) const { return data_[i]; }
  __WP_T_AT constexpr const T &front() const { return data_[0]; }
  __WP_T_AT constexpr const T &back() const { return data_[size_ - 1]; }
  __WP_T_AT ArrayRef slice(size_t from, size_t count) const { return {data_ + from, count}; }
  __WP_T_AT std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  __WP_T_AT bool equals(ArrayRef o) const { return size_ == o.size_ && std::equal(begin(), end(), o.begin()); }
};
template <class T> __WP_T_AT bool operator==(ArrayRef<T> a, ArrayRef<T> b) { return a.equals(b); }
template <class T> __WP_T_AT bool operator!=(ArrayRef<T> a, ArrayRef<T> b) { return !a.equals(b); }
template <class T> std::ostream &operator<<(std::ostream &, ArrayRef<T>);
using IntArrayRef = ArrayRef<int64_t>;
template <class T, unsigned N> using SmallVector = std::vector<T>;

using DeviceIndex = int8_t;
using StreamId = int64_t;
enum class DeviceType : int8_t { CPU, CUDA, MKLDNN, HIP = 6, XLA = 9, Meta = 14, PrivateUse1 = 20, COMPILE_TIME_MAX_DEVICE_TYPES = 21 };
std::string DeviceTypeName(DeviceType, bool = false);
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
enum class Layout : int8_t { Strided, Sparse };
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
struct Device {
  DeviceType type_;
  DeviceIndex index_;
  constexpr Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}
  Device(const std::string &);
  __WP_T_AT DeviceType type() const { return type_; }
  __WP_T_AT DeviceIndex index() const { return index_; }
  __WP_T_AT bool has_index() const { return index_ != -1; }
  __WP_T_AT bool is_cuda() const { return type_ == kCUDA; }
  __WP_T_AT bool is_cpu() const { return type_ == kCPU; }
  std::string str() const;
  __WP_T_AT bool operator==(const Device &o) const { return type_ == o.type_ && index_ == o.index_; }
  __WP_T_AT bool operator!=(const Device &o) const { return !(*this == o); }
};
std::ostream &operator<<(std::ostream &, const Device &);
std::ostream &operator<<(std::ostream &, ScalarType);
struct Scalar {
  double d;
  int64_t i;
  Scalar() : d(0), i(0) {}
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>> Scalar(T v) : d((double)v), i((int64_t)v) {}
  Scalar(Half v) : Scalar((float)v) {}
  Scalar(BFloat16 v) : Scalar((float)v) {}
  template <class T> __WP_T_AT T to() const { return std::is_integral_v<T> ? (T)i : (T)d; }
  __WP_T_AT double toDouble() const { return d; }
  __WP_T_AT float toFloat() const { return (float)d; }
  __WP_T_AT int64_t toLong() const { return i; }
  __WP_T_AT int toInt() const { return (int)i; }
  __WP_T_AT bool toBool() const { return i != 0; }
  bool isFloatingPoint() const, isIntegral(bool = false) const, isBoolean() const;
  ScalarType type() const;
};
struct TypeMeta {
  ScalarType type_;
  __WP_T_AT operator ScalarType() const { return type_; }
  __WP_T_AT ScalarType toScalarType() const { return type_; }
  size_t itemsize() const;
  std::string_view name() const;
};
struct TensorOptions {
  ScalarType dtype_ = kFloat;
  Device device_ = kCPU;
  TensorOptions() = default;
  TensorOptions(ScalarType t) : dtype_(t) {}
  TensorOptions(TypeMeta t) : dtype_(t) {}
  TensorOptions(Device d) : device_(d) {}
  TensorOptions(DeviceType d) : device_(d) {}
  __WP_T_AT TensorOptions dtype(ScalarType t) const { TensorOptions o = *this; o.dtype_ = t; return o; }
  template <class T> __WP_T_AT TensorOptions dtype() const { return dtype(CppTypeToScalarType<T>::value); }
  __WP_T_AT TensorOptions device(Device d) const { TensorOptions o = *this; o.device_ = d; return o; }
  __WP_T_AT TensorOptions device(DeviceType d, DeviceIndex i = -1) const { return device(Device(d, i)); }
  __WP_T_AT TensorOptions device_index(DeviceIndex i) const { return device(kCUDA, i); }
  __WP_T_AT TensorOptions layout(Layout) const { return *this; }
  __WP_T_AT TensorOptions requires_grad(bool = true) const { return *this; }
  __WP_T_AT TensorOptions pinned_memory(bool = true) const { return *this; }
  __WP_T_AT TensorOptions memory_format(MemoryFormat) const { return *this; }
  __WP_T_AT TypeMeta dtype() const { return {dtype_}; }
  __WP_T_AT Device device() const { return device_; }
};
struct DeviceGuard { explicit DeviceGuard(Device); ~DeviceGuard(); };
}

namespace at {
using IntList = IntArrayRef;
struct Generator;
struct DeprecatedTypeProperties {
  ScalarType type_;
  __WP_T_AT ScalarType scalarType() const { return type_; }
  bool is_cuda() const;
  std::string toString() const;
  __WP_T_AT operator TensorOptions() const { return type_; }
};
__WP_T_AT inline TensorOptions dtype(ScalarType t) { return t; }
__WP_T_AT inline TensorOptions device(Device d) { return d; }
__WP_T_AT inline TensorOptions device(DeviceType d) { return d; }
__WP_T_AT inline TensorOptions requires_grad(bool = true) { return {}; }
__WP_T_AT inline TensorOptions layout(Layout) { return {}; }

template <class T> struct DefaultPtrTraits { typedef T *PtrType; };
template <class T> struct RestrictPtrTraits { typedef T *__restrict__ PtrType; };
template <class T, size_t N, template <class> class Traits, class I> struct TensorAccessorBase {
  typedef typename Traits<T>::PtrType PtrType;
  PtrType data_;
  const I *sizes_, *strides_;
  __WP_T_BOTH TensorAccessorBase(PtrType data, const I *sizes, const I *strides) : data_(data), sizes_(sizes), strides_(strides) {}
  __WP_T_BOTH I size(I i) const { return sizes_[i]; }
  __WP_T_BOTH I stride(I i) const { return strides_[i]; }
  __WP_T_BOTH PtrType data() { return data_; }
  __WP_T_BOTH const PtrType data() const { return data_; }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class I = int64_t>
struct TensorAccessor : TensorAccessorBase<T, N, Traits, I> {
  using TensorAccessorBase<T, N, Traits, I>::TensorAccessorBase;
  __WP_T_BOTH TensorAccessor<T, N - 1, Traits, I> operator[](I i) const {
    return {this->data_ + this->strides_[0] * i, this->sizes_ + 1, this->strides_ + 1};
  }
};
template <class T, template <class> class Traits, class I> struct TensorAccessor<T, 1, Traits, I> : TensorAccessorBase<T, 1, Traits, I> {
  using TensorAccessorBase<T, 1, Traits, I>::TensorAccessorBase;
  __WP_T_BOTH T &operator[](I i) const { return this->data_[this->strides_[0] * i]; }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class I = int64_t> struct GenericPackedTensorAccessor {
  typedef typename Traits<T>::PtrType PtrType;
  PtrType data_;
  I sizes_[N], strides_[N];
  __WP_T_AT GenericPackedTensorAccessor(PtrType data, const int64_t *sizes, const int64_t *strides) : data_(data) {
    for (size_t i = 0; i < N; i++) {
      sizes_[i] = (I)sizes[i];
      strides_[i] = (I)strides[i];
    }
  }
  __WP_T_BOTH I size(I i) const { return sizes_[i]; }
  __WP_T_BOTH I stride(I i) const { return strides_[i]; }
  __WP_T_BOTH PtrType data() const { return data_; }
  __device__ decltype(auto) operator[](I i) const {
    if constexpr (N == 1)
      return (this->data_[strides_[0] * i]);
    else
      return TensorAccessor<T, N - 1, Traits, I>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, Traits, int32_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, Traits, int64_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class I = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, Traits, I>;

/* Sixteen dimensions stand for any number: a question for another one is undefined in PyTorch, too. */
struct TensorImpl {
  void *data_;
  int64_t numel_, dim_, sizes_[16], strides_[16];
  ScalarType type_;
  Device device_;
};
struct Tensor {
  TensorImpl *impl_ = nullptr;
  __WP_T_AT int64_t dim() const { return impl_->dim_; }
  __WP_T_AT int64_t ndimension() const { return impl_->dim_; }
  __WP_T_AT int64_t numel() const { return impl_->numel_; }
  __WP_T_AT int64_t size(int64_t i) const { return impl_->sizes_[i < 0 ? i + impl_->dim_ : i]; }
  __WP_T_AT int64_t stride(int64_t i) const { return impl_->strides_[i < 0 ? i + impl_->dim_ : i]; }
  __WP_T_AT IntArrayRef sizes() const { return {impl_->sizes_, (size_t)impl_->dim_}; }
  __WP_T_AT IntArrayRef strides() const { return {impl_->strides_, (size_t)impl_->dim_}; }
  __WP_T_AT ScalarType scalar_type() const { return impl_->type_; }
  __WP_T_AT TypeMeta dtype() const { return {impl_->type_}; }
  __WP_T_AT DeprecatedTypeProperties type() const { return {impl_->type_}; }
  __WP_T_AT Device device() const { return impl_->device_; }
  __WP_T_AT TensorOptions options() const { return TensorOptions(impl_->type_).device(impl_->device_); }
  __WP_T_AT DeviceIndex get_device() const { return impl_->device_.index_; }
  __WP_T_AT bool is_cuda() const { return impl_->device_.is_cuda(); }
  __WP_T_AT bool is_cpu() const { return impl_->device_.is_cpu(); }
  __WP_T_AT bool defined() const { return impl_ != nullptr; }
  __WP_T_AT TensorImpl *unsafeGetTensorImpl() const { return impl_; }
  __WP_T_AT void *data_ptr() const { return impl_->data_; }
  __WP_T_AT const void *const_data_ptr() const { return impl_->data_; }
  __WP_T_AT void *mutable_data_ptr() const { return impl_->data_; }
  template <class T> __WP_T_AT T *data_ptr() const { return (T *)impl_->data_; }
  template <class T> __WP_T_AT const std::remove_const_t<T> *const_data_ptr() const { return (const std::remove_const_t<T> *)impl_->data_; }
  template <class T> __WP_T_AT T *mutable_data_ptr() const { return (T *)impl_->data_; }
  template <class T> __WP_T_AT T *data() const { return (T *)impl_->data_; }
  template <class T, size_t N> __WP_T_AT TensorAccessor<T, N> accessor() const { return {(T *)impl_->data_, impl_->sizes_, impl_->strides_}; }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class I = int64_t>
  __WP_T_AT GenericPackedTensorAccessor<T, N, Traits, I> generic_packed_accessor() const { return {(T *)impl_->data_, impl_->sizes_, impl_->strides_}; }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
  __WP_T_AT PackedTensorAccessor32<T, N, Traits> packed_accessor32() const { return {(T *)impl_->data_, impl_->sizes_, impl_->strides_}; }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
  __WP_T_AT PackedTensorAccessor64<T, N, Traits> packed_accessor64() const { return {(T *)impl_->data_, impl_->sizes_, impl_->strides_}; }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class I = int64_t>
  __WP_T_AT PackedTensorAccessor<T, N, Traits, I> packed_accessor() const { return {(T *)impl_->data_, impl_->sizes_, impl_->strides_}; }
  int64_t element_size() const;
  size_t nbytes() const;
  int64_t storage_offset() const;
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const, is_floating_point() const, is_sparse() const, is_non_overlapping_and_dense() const;
  bool is_same(const Tensor &) const, requires_grad() const, is_complex() const, is_pinned() const, has_storage() const;
  bool equal(const Tensor &) const;
  std::string toString() const;
  template <class T> T item() const;
  Scalar item() const;
  void record_stream(...) const, resize_(IntArrayRef) const, set_requires_grad(bool) const;
  void print() const, backward() const;
  /* All other tensors that come of this one. */
#define __WP_T_METHOD(name)                                                                                                      \
  template <class... A> Tensor name(const A &...) const;                                                                         \
  template <class... A> Tensor name(IntArrayRef, const A &...) const;
#define __WP_T_METHODS(X)                                                                                                        \
  X(to) X(contiguous) X(clone) X(detach) X(view) X(view_as) X(reshape) X(reshape_as) X(flatten) X(unflatten) X(expand) X(expand_as) X(squeeze)    \
  X(unsqueeze) X(permute) X(transpose) X(t) X(select) X(narrow) X(slice) X(index) X(index_select) X(index_add) X(index_add_)     \
  X(index_put_) X(index_copy_) X(masked_select) X(masked_fill) X(masked_fill_) X(gather) X(scatter) X(scatter_) X(scatter_add)   \
  X(scatter_add_) X(zero_) X(fill_) X(copy_) X(add) X(add_) X(sub) X(sub_) X(mul) X(mul_) X(div) X(div_) X(pow) X(sqrt) X(rsqrt) \
  X(exp) X(log) X(abs) X(neg) X(sum) X(mean) X(prod) X(cumsum) X(max) X(min) X(argmax) X(argmin) X(any) X(all) X(nonzero) X(norm) X(matmul) X(mm) \
  X(bmm) X(addmm_) X(cpu) X(cuda) X(pin_memory) X(repeat) X(repeat_interleave) X(chunk) X(clamp) X(clamp_) X(floor) X(ceil) X(round) \
  X(toType) X(type_as) X(new_empty) X(new_zeros) X(new_ones) X(new_full) X(as_strided) X(unfold) X(eq) X(ne) X(lt) X(le) X(gt) X(ge)  \
  X(logical_and) X(logical_or) X(logical_not) X(relu) X(sigmoid) X(tanh) X(softmax) X(argsort) X(flip) X(roll) X(grad) X(data) X(half) X(bfloat16) X(values) X(indices)  \
  X(coalesce) X(swapaxes) X(movedim) X(sort_values) X(uniform_) X(normal_) X(random_) X(sub_tensor) X(set_) X(set_data) X(ones_)
  __WP_T_METHODS(__WP_T_METHOD)
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>> Tensor toType(T) const;
  std::vector<Tensor> split(int64_t, int64_t = 0) const, unbind(int64_t = 0) const;
  std::tuple<Tensor, Tensor> sort(int64_t = -1, bool = false) const, topk(int64_t, int64_t = -1) const;
  Tensor operator[](int64_t) const, operator[](const Tensor &) const, operator-() const, operator~() const;
  Tensor &operator+=(const Tensor &), &operator-=(const Tensor &), &operator*=(const Tensor &), &operator/=(const Tensor &);
  Tensor &operator+=(Scalar), &operator-=(Scalar), &operator*=(Scalar), &operator/=(Scalar), &operator=(Scalar);
  Tensor(TensorImpl *impl = nullptr) : impl_(impl) {}
};
using TensorList = ArrayRef<Tensor>;
using ITensorListRef = ArrayRef<Tensor>;
using OptionalTensorRef = std::optional<Tensor>;
__WP_T_AT inline TensorOptions device_of(const Tensor &t) { return t.options(); }
#define __WP_T_OPERATOR(operation)                                                                                               \
  Tensor operator operation(const Tensor &, const Tensor &);                                                                     \
  Tensor operator operation(const Tensor &, Scalar);                                                                             \
  Tensor operator operation(Scalar, const Tensor &);
__WP_T_OPERATOR(+) __WP_T_OPERATOR(-) __WP_T_OPERATOR(*) __WP_T_OPERATOR(/) __WP_T_OPERATOR(==) __WP_T_OPERATOR(!=)
__WP_T_OPERATOR(<) __WP_T_OPERATOR(<=) __WP_T_OPERATOR(>) __WP_T_OPERATOR(>=) __WP_T_OPERATOR(&) __WP_T_OPERATOR(|)
#undef __WP_T_OPERATOR
std::ostream &operator<<(std::ostream &, const Tensor &);

#define __WP_T_FUNCTION(name)                                                                                                    \
  template <class... A> Tensor name(const A &...);                                                                               \
  template <class... A> Tensor name(IntArrayRef, const A &...);
#define __WP_T_FUNCTIONS(X)                                                                                                      \
  X(empty) X(zeros) X(ones) X(full) X(empty_strided) X(tensor) X(scalar_tensor) X(arange) X(linspace) X(rand) X(randn) X(randint) X(eye)             \
  X(empty_like) X(zeros_like) X(ones_like) X(full_like) X(rand_like) X(randn_like) X(from_blob) X(cat) X(stack) X(where) X(sum) X(mean) X(prod)     \
  X(cumsum) X(matmul) X(mm) X(bmm) X(mm_out) X(addmm) X(addmm_out) X(bmm_out) X(baddbmm) X(exp) X(log) X(sqrt) X(rsqrt) X(abs) X(pow) X(norm)    \
  X(index_select) X(index_select_out) X(gather) X(scatter) X(nonzero) X(argsort) X(transpose) X(reshape) X(squeeze) X(unsqueeze) X(flatten) X(clamp) \
  X(bincount) X(masked_select) X(logical_and) X(relu) X(sigmoid) X(tanh) X(softmax) X(outer) X(add) X(sub) X(mul) X(div) X(flip) X(roll) \
  X(repeat_interleave) X(constant_pad_nd) X(einsum) X(linear) X(conv2d) X(sparse_coo_tensor) X(searchsorted) X(bernoulli) X(slice)
__WP_T_FUNCTIONS(__WP_T_FUNCTION)
Tensor cat(TensorList, int64_t = 0), stack(TensorList, int64_t = 0);
Tensor tensor(std::initializer_list<int64_t>, TensorOptions = {}), tensor(std::initializer_list<double>, TensorOptions = {});
std::tuple<Tensor, Tensor, Tensor> _unique(const Tensor &, bool = true, bool = false), unique_dim(const Tensor &, int64_t, bool = true, bool = false, bool = false);
std::tuple<Tensor, Tensor> sort(const Tensor &, int64_t = -1, bool = false), max(const Tensor &, int64_t, bool = false), min(const Tensor &, int64_t, bool = false);
Tensor max(const Tensor &), min(const Tensor &), max(const Tensor &, const Tensor &), min(const Tensor &, const Tensor &);
std::vector<Tensor> split(const Tensor &, int64_t, int64_t = 0), unbind(const Tensor &, int64_t = 0);
bool equal(const Tensor &, const Tensor &), is_floating_point(const Tensor &), isnan(const Tensor &);
int64_t numel(const Tensor &);

using CheckedFrom = const char *;
struct TensorArg {
  Tensor tensor;
  const char *name;
  int pos;
  TensorArg(const Tensor &t, const char *name, int pos) : tensor(t), name(name), pos(pos) {}
  __WP_T_AT const Tensor &operator*() const { return tensor; }
  __WP_T_AT const Tensor *operator->() const { return &tensor; }
};
void checkAllSameGPU(CheckedFrom, ArrayRef<TensorArg>), checkAllSameType(CheckedFrom, ArrayRef<TensorArg>);
void checkSameGPU(CheckedFrom, const TensorArg &, const TensorArg &), checkSameType(CheckedFrom, const TensorArg &, const TensorArg &);
void checkSameSize(CheckedFrom, const TensorArg &, const TensorArg &), checkDim(CheckedFrom, const TensorArg &, int64_t);
void checkSize(CheckedFrom, const TensorArg &, IntArrayRef), checkContiguous(CheckedFrom, const TensorArg &);
void checkAllDefined(CheckedFrom, ArrayRef<TensorArg>), checkScalarType(CheckedFrom, const TensorArg &, ScalarType);
struct Context {
  void alertNotDeterministic(std::string_view) const;
  bool deterministicAlgorithms() const, hasCUDA() const, deterministicCuDNN() const, allowTF32CuBLAS() const;
  const Generator &defaultGenerator(Device) const;
};
Context &globalContext();
struct NoGradGuard { NoGradGuard(); ~NoGradGuard(); };
struct AutoDispatchBelowADInplaceOrView { AutoDispatchBelowADInplaceOrView(); ~AutoDispatchBelowADInplaceOrView(); };
struct Generator {
  std::mutex &mutex() const;
  bool defined() const;
  uint64_t current_seed() const;
};
namespace indexing {
struct Slice { Slice(std::optional<int64_t> = {}, std::optional<int64_t> = {}, std::optional<int64_t> = {}); };
struct TensorIndex {
  TensorIndex(std::nullopt_t); TensorIndex(Slice); TensorIndex(int64_t); TensorIndex(const Tensor &); TensorIndex(bool); TensorIndex(const char *);
};
constexpr std::nullopt_t None = std::nullopt;
constexpr const char *Ellipsis = "...";
}
}
namespace torch {
using namespace at;
namespace indexing = at::indexing;
namespace nn { namespace functional {} }
namespace autograd {
using variable_list = std::vector<at::Tensor>;
using Variable = at::Tensor;
void increment_version(const at::Tensor &);
}
}
