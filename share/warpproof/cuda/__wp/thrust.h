/* Thrust's containers and algorithms, for host code: containers have their members, algorithms take anything. Of vectors of the device the
 * host half knows the allocation and the size (host.h), not what they hold. What thrust launches on the device is not analysed. */
#ifndef __WP_THRUST_H
#define __WP_THRUST_H
#pragma clang system_header
#include <__warpproof_cuda.h>
#include <initializer_list>
#include <vector>
#include <stdexcept>
namespace thrust {
#ifdef __WARPPROOF_HOST__
#define __WP_HOST_BODY(...) __VA_ARGS__
#define __WP_HOST_METHOD __WP_HOST
#else
#define __WP_HOST_BODY(...) ;
#define __WP_HOST_METHOD
#endif
template <class T> class device_ptr;
template <class T> struct device_reference {
#ifdef __WARPPROOF_HOST__
  T *p;
  __WP_HOST device_reference(T *p) : p(p) {}
#endif
  __WP_HOST_METHOD device_ptr<T> operator&() const __WP_HOST_BODY({ return device_ptr<T>(p); })
  device_reference &operator=(const T &);
  device_reference &operator=(const device_reference &);
  device_reference &operator+=(const T &);
  operator T() const;
};
template <class T> class device_ptr {
  T *p;

 public:
  typedef T value_type;
  typedef T element_type;
  typedef std::ptrdiff_t difference_type;
  typedef device_reference<T> reference;
  typedef T *pointer;
  typedef std::random_access_iterator_tag iterator_category;
  __WP_BOTH device_ptr(T *p = 0) : p(p) {}
  __WP_BOTH T *get() const { return p; }
  template <class I> __WP_BOTH device_ptr operator+(I n) const { return p + n; }
  template <class I> __WP_BOTH device_ptr operator-(I n) const { return p - n; }
  __WP_BOTH std::ptrdiff_t operator-(device_ptr o) const { return p - o.p; }
  device_ptr &operator++();
  __WP_HOST_METHOD reference operator*() const __WP_HOST_BODY({ return reference(p); })
  __WP_HOST_METHOD reference operator[](size_t i) const __WP_HOST_BODY({ return reference(p + i); })
  bool operator==(device_ptr) const;
  bool operator!=(device_ptr) const;
};
template <class T, class A = void> class host_vector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  host_vector() = default;
  template <class V, class = typename V::value_type> host_vector(const V &);
  template <class V> host_vector &operator=(const V &);
};
template <class T, class A = void> class device_vector {
#ifdef __WARPPROOF_HOST__
  T *__wp_data;
  size_t __wp_size;
  __WP_HOST void __wp_make(size_t n) { __wp_data = (T *)__wp_host_allocate(n * sizeof(T)), __wp_size = n; }
  void __wp_change(size_t); /* to that size: in the old memory, or in new one */
  __WP_HOST void __wp_remake(size_t n) {
    if (__wp_size == 0)
      __wp_host_free(__wp_data), __wp_make(n);
    else if (n != __wp_size)
      __wp_change(n);
  }
  __WP_HOST void __wp_take(device_vector &v) { __wp_data = v.__wp_data, __wp_size = v.__wp_size, v.__wp_data = 0, v.__wp_size = 0; }
#endif

 public:
  typedef T value_type;
  typedef device_ptr<T> iterator, const_iterator, pointer;
  typedef device_reference<T> reference;
  __WP_HOST_METHOD device_vector() __WP_HOST_BODY({ __wp_make(0); })
  __WP_HOST_METHOD explicit device_vector(size_t n) __WP_HOST_BODY({ __wp_make(n); })
  __WP_HOST_METHOD device_vector(size_t n, const T &) __WP_HOST_BODY({ __wp_make(n); })
  __WP_HOST_METHOD device_vector(std::initializer_list<T> l) __WP_HOST_BODY({ __wp_make(l.size()); })
  template <class V, class = typename V::value_type> __WP_HOST_METHOD device_vector(const V &v) __WP_HOST_BODY({ __wp_make(v.size()); })
  template <class I, class = typename I::value_type, class = void> device_vector(I, I);
  __WP_HOST_METHOD device_vector(const T *from, const T *to) __WP_HOST_BODY({ __wp_make((size_t)(to - from)); })
#ifdef __WARPPROOF_HOST__
  __WP_HOST device_vector(const device_vector &v) { __wp_make(v.__wp_size); }
  __WP_HOST device_vector &operator=(const device_vector &v) { return __wp_remake(v.__wp_size), *this; }
  __WP_HOST device_vector(device_vector &&v) { __wp_take(v); }
  __WP_HOST device_vector &operator=(device_vector &&v) { return __wp_host_free(__wp_data), __wp_take(v), *this; }
  __WP_HOST ~device_vector() { __wp_host_free(__wp_data); }
#endif
  template <class V> __WP_HOST_METHOD device_vector &operator=(const V &v) __WP_HOST_BODY({ return __wp_remake(v.size()), *this; })
  __WP_HOST_METHOD iterator begin() const __WP_HOST_BODY({ return iterator(__wp_data); })
  __WP_HOST_METHOD iterator end() const __WP_HOST_BODY({ return iterator(__wp_data + __wp_size); })
  __WP_HOST_METHOD iterator cbegin() const __WP_HOST_BODY({ return iterator(__wp_data); })
  __WP_HOST_METHOD iterator cend() const __WP_HOST_BODY({ return iterator(__wp_data + __wp_size); })
  __WP_HOST_METHOD iterator data() const __WP_HOST_BODY({ return iterator(__wp_data); })
  iterator rbegin() const, rend() const;
  __WP_HOST_METHOD size_t size() const __WP_HOST_BODY({ return __wp_size; })
  __WP_HOST_METHOD bool empty() const __WP_HOST_BODY({ return __wp_size == 0; })
  size_t capacity() const;
  __WP_HOST_METHOD void resize(size_t n) __WP_HOST_BODY({ __wp_remake(n); })
  __WP_HOST_METHOD void resize(size_t n, const T &) __WP_HOST_BODY({ __wp_remake(n); })
  void reserve(size_t), clear(), push_back(const T &), pop_back(), shrink_to_fit();
  template <class... X> void assign(X...);
  template <class... X> void insert(X...);
  template <class... X> void erase(X...);
  template <class... X> void swap(X &&...);
  __WP_HOST_METHOD reference operator[](size_t i) const __WP_HOST_BODY({ return reference(__wp_data + i); })
  __WP_HOST_METHOD reference front() const __WP_HOST_BODY({ return reference(__wp_data); })
  reference back() const;
};
template <class T> __WP_BOTH T *raw_pointer_cast(device_ptr<T> p) { return p.get(); }
template <class T> __WP_BOTH T *raw_pointer_cast(T *p) { return p; }
template <class T> __WP_BOTH device_ptr<T> device_pointer_cast(T *p) { return p; }
template <class T> device_ptr<T> device_malloc(size_t);
void device_free(...);
struct __wp_anything {
  template <class... X> __wp_anything(X &&...);
  template <class T> operator T() const;
  template <class T> __wp_anything operator+(T) const;
  template <class T> __wp_anything operator-(T) const;
};
struct __wp_policy { template <class... X> __wp_policy on(X...) const; };
static __wp_policy device, host, seq;
namespace cuda { static __wp_policy par, par_nosync; }
namespace system { namespace cuda { static thrust::__wp_policy par; } }
template <class T = void> struct plus { __WP_BOTH T operator()(T a, T b) const { return a + b; } };
template <class T = void> struct minus { __WP_BOTH T operator()(T a, T b) const { return a - b; } };
template <class T = void> struct multiplies { __WP_BOTH T operator()(T a, T b) const { return a * b; } };
template <class T = void> struct maximum { __WP_BOTH T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T = void> struct minimum { __WP_BOTH T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T = void> struct less { __WP_BOTH bool operator()(T a, T b) const { return a < b; } };
template <class T = void> struct greater { __WP_BOTH bool operator()(T a, T b) const { return a > b; } };
template <class T = void> struct less_equal { __WP_BOTH bool operator()(T a, T b) const { return a <= b; } };
template <class T = void> struct greater_equal { __WP_BOTH bool operator()(T a, T b) const { return a >= b; } };
template <class T = void> struct equal_to { __WP_BOTH bool operator()(T a, T b) const { return a == b; } };
template <class T = void> struct not_equal_to { __WP_BOTH bool operator()(T a, T b) const { return a != b; } };
template <class T = void> struct identity { __WP_BOTH const T &operator()(const T &a) const { return a; } };
template <class T = void> struct negate { __WP_BOTH T operator()(T a) const { return -a; } };
template <class A, class B = A> struct unary_function { typedef A argument_type; typedef B result_type; };
template <class A, class B = A, class C = A> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef C result_type; };
class system_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
struct default_random_engine {
  explicit default_random_engine(unsigned = 0);
  unsigned operator()();
  void discard(unsigned long long), seed(unsigned);
};
typedef default_random_engine minstd_rand;
template <class T> struct __wp_distribution {
  __wp_distribution(T = T(), T = T());
  template <class E> T operator()(E &);
};
template <class T> using uniform_real_distribution = __wp_distribution<T>;
template <class T> using uniform_int_distribution = __wp_distribution<T>;
template <class T> using normal_distribution = __wp_distribution<T>;
namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}
template <class A, class B> struct pair {
  A first; B second;
};
#define __WP_ALGORITHM(name) template <class... X> __wp_anything name(X &&...);
__WP_ALGORITHM(adjacent_difference)
__WP_ALGORITHM(all_of)
__WP_ALGORITHM(any_of)
__WP_ALGORITHM(copy)
__WP_ALGORITHM(copy_if)
__WP_ALGORITHM(copy_n)
__WP_ALGORITHM(count)
__WP_ALGORITHM(count_if)
__WP_ALGORITHM(distance)
__WP_ALGORITHM(equal)
__WP_ALGORITHM(exclusive_scan)
__WP_ALGORITHM(exclusive_scan_by_key)
__WP_ALGORITHM(fill)
__WP_ALGORITHM(fill_n)
__WP_ALGORITHM(find)
__WP_ALGORITHM(find_if)
__WP_ALGORITHM(for_each)
__WP_ALGORITHM(for_each_n)
__WP_ALGORITHM(gather)
__WP_ALGORITHM(generate)
__WP_ALGORITHM(inclusive_scan)
__WP_ALGORITHM(inclusive_scan_by_key)
__WP_ALGORITHM(inner_product)
__WP_ALGORITHM(is_sorted)
__WP_ALGORITHM(lower_bound)
__WP_ALGORITHM(upper_bound)
__WP_ALGORITHM(make_constant_iterator)
__WP_ALGORITHM(make_counting_iterator)
__WP_ALGORITHM(make_discard_iterator)
__WP_ALGORITHM(make_pair)
__WP_ALGORITHM(make_permutation_iterator)
__WP_ALGORITHM(make_transform_iterator)
__WP_ALGORITHM(make_tuple)
__WP_ALGORITHM(make_zip_iterator)
__WP_ALGORITHM(max_element)
__WP_ALGORITHM(merge)
__WP_ALGORITHM(min_element)
__WP_ALGORITHM(partition)
__WP_ALGORITHM(reduce)
__WP_ALGORITHM(reduce_by_key)
__WP_ALGORITHM(remove_if)
__WP_ALGORITHM(scatter)
__WP_ALGORITHM(sequence)
__WP_ALGORITHM(set_intersection)
__WP_ALGORITHM(sort)
__WP_ALGORITHM(sort_by_key)
__WP_ALGORITHM(stable_sort)
__WP_ALGORITHM(stable_sort_by_key)
__WP_ALGORITHM(tabulate)
__WP_ALGORITHM(transform)
__WP_ALGORITHM(transform_exclusive_scan)
__WP_ALGORITHM(transform_inclusive_scan)
__WP_ALGORITHM(transform_reduce)
__WP_ALGORITHM(unique)
__WP_ALGORITHM(unique_by_key)
__WP_ALGORITHM(unique_by_key_copy)
#undef __WP_ALGORITHM
}  // namespace thrust
#endif
