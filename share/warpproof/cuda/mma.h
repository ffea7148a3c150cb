/* Warp matrix functions. A fragment is a few registers of unknown content; loading and storing a tile are __wp_wmma_load and
 * __wp_wmma_store, which tell the tile's address, stride, shape and element size. */
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__
#pragma clang system_header
#include <cuda_fp16.h>
namespace nvcuda {
namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
struct u4;
struct s4;
struct b1;
}  // namespace precision
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental
template <class T> struct __wp_storage { typedef T type; enum { code = sizeof(T) }; };
template <> struct __wp_storage<float> { typedef float type; enum { code = 1 }; };
template <> struct __wp_storage<precision::tf32> { typedef float type; enum { code = 3 }; };
template <class Use, int m, int n, int k> struct __wp_shape { enum { rows = m, columns = n }; };
template <int m, int n, int k> struct __wp_shape<matrix_a, m, n, k> { enum { rows = m, columns = k }; };
template <int m, int n, int k> struct __wp_shape<matrix_b, m, n, k> { enum { rows = k, columns = n }; };
/* Which lane holds which element of an accumulator depends on its type and layout alone: a number above 0 for each of them. */
template <class T, int m, int n, int k> struct __wp_fragment { enum { number = (((__wp_storage<T>::code * 64 + m) * 64 + n) * 64 + k) * 2 }; };
template <class Layout> struct __wp_rows_first { enum { value = 0 }; };
template <> struct __wp_rows_first<row_major> { enum { value = 1 }; };
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
  typedef typename __wp_storage<T>::type element_type, storage_element_type;
  enum { num_elements = m * n / 32 ? m * n / 32 : 1, num_storage_elements = num_elements };
  element_type x[num_elements];
};
template <class Use, int m, int n, int k, class T, class Layout> __WP_DEVICE void __wp_forget(fragment<Use, m, n, k, T, Layout> &f) {
  for (int i = 0; i < f.num_elements; i++) f.x[i] = (typename __wp_storage<T>::type)__wp_wmma_value(i);
}
template <class Use, int m, int n, int k, class T, class Layout, class V>
__WP_DEVICE void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &value) {
  for (int i = 0; i < f.num_elements; i++) f.x[i] = value;
}
template <class Use, int m, int n, int k, class T, class Layout, class P>
__WP_DEVICE void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const P *p, unsigned stride) {
  typedef __wp_shape<Use, m, n, k> shape;
  __wp_wmma_load(p, stride, shape::rows, shape::columns, sizeof(P), !__wp_rows_first<Layout>::value, 0);
  __wp_forget(f);
}
template <int m, int n, int k, class T, class P>
__WP_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T, void> &f, const P *p, unsigned stride, layout_t layout) {
  __wp_wmma_load(p, stride, m, n, sizeof(P), layout, __wp_fragment<T, m, n, k>::number);
  __wp_forget(f);
}
template <int m, int n, int k, class T, class P>
__WP_DEVICE void store_matrix_sync(P *p, const fragment<accumulator, m, n, k, T, void> &, unsigned stride, layout_t layout) {
  __wp_wmma_store(p, stride, m, n, sizeof(P), layout, __wp_fragment<T, m, n, k>::number);
}
template <class D, class A, class B, class C> __WP_DEVICE void mma_sync(D &d, const A &, const B &, const C &, bool = false) {
  __wp_wmma_product();
  __wp_forget(d);
}
template <class D, class A, class B, class C>
__WP_DEVICE void bmma_sync(D &d, const A &, const B &, const C &, int = 0, int = 0) {
  __wp_wmma_product();
  __wp_forget(d);
}
__WP_DEVICE float __float_to_tf32(float x) { return __wp_round_to_tf32(x); }
}  // namespace wmma
}  // namespace nvcuda
#endif
