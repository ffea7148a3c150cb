/* Loads and stores with a cache hint: plain loads and stores. */
#ifndef __WP_MEMORY_H
#define __WP_MEMORY_H
#pragma clang system_header

#define __SM_32_INTRINSICS_H__

template <class T> __WP_DEVICE T __ldg(const T *p) { return *p; }
template <class T> __WP_DEVICE T __ldcg(const T *p) { return *p; }
template <class T> __WP_DEVICE T __ldca(const T *p) { return *p; }
template <class T> __WP_DEVICE T __ldcs(const T *p) { return *p; }
template <class T> __WP_DEVICE T __ldlu(const T *p) { return *p; }
template <class T> __WP_DEVICE T __ldcv(const T *p) { return *p; }
template <class T> struct __wp_same { typedef T type; };
template <class T> __WP_DEVICE void __stwb(T *p, typename __wp_same<T>::type value) { *p = value; }
template <class T> __WP_DEVICE void __stcg(T *p, typename __wp_same<T>::type value) { *p = value; }
template <class T> __WP_DEVICE void __stcs(T *p, typename __wp_same<T>::type value) { *p = value; }
template <class T> __WP_DEVICE void __stwt(T *p, typename __wp_same<T>::type value) { *p = value; }
#endif
