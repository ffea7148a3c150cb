/* Atomic accesses with an order and a scope: what cuda::atomic, the compiler's __nv_atomic_* and clang's __scoped_atomic_* are made of.
 *
 * Scopes: 0 the system, 1 the device, 2 a block, 3 one thread, whose atomics are plain accesses. Orders: 0 relaxed, 1 consume, 2 acquire,
 * 3 release, 4 both, 5 sequentially consistent. An order is a fence of the scope, in front of what releases and behind what acquires; an
 * order that is no constant counts as the strongest. Clang drops the scope of its own atomic builtins, so accesses of block scope are PTX,
 * which the checker reads for every size, 8 bits too. */
#ifndef __WP_SCOPED_ATOMICS_H
#define __WP_SCOPED_ATOMICS_H
#pragma clang system_header

namespace __wp_scoped {
template <class T> struct bare { typedef T type; };
template <class T> struct bare<const T> { typedef T type; };
template <class T> struct bare<volatile T> { typedef T type; };
template <class T> struct bare<const volatile T> { typedef T type; };
template <class T> using bare_of = typename bare<T>::type;
template <class T> __WP_BOTH bare_of<T> *to_bare(T *p) { return const_cast<bare_of<T> *>(p); }

#ifdef __CUDA_ARCH__
template <int scope> __WP_BOTH void before(int order) { __wp_order_fence(order, scope, 0); }
template <int scope> __WP_BOTH void behind(int order) { __wp_order_fence(order, scope, 1); }
#else
template <int scope> __WP_BOTH void before(int) {}
template <int scope> __WP_BOTH void behind(int) {}
#endif

/* Words: their bits, and the register that PTX has for them. Other sizes have no access of block scope. */
template <size_t bytes> struct word { enum { is = 0 }; typedef unsigned char bits, carrier; };
template <> struct word<1> { enum { is = 1 }; typedef unsigned char bits; typedef unsigned short carrier; };
template <> struct word<2> { enum { is = 1 }; typedef unsigned short bits, carrier; };
template <> struct word<4> { enum { is = 1 }; typedef unsigned bits, carrier; };
template <> struct word<8> { enum { is = 1 }; typedef unsigned long long bits, carrier; };
template <class T> using bits_of = typename word<sizeof(T)>::bits;
template <class T> using carrier_of = typename word<sizeof(T)>::carrier;
template <class T> __WP_DEVICE carrier_of<T> carry(T value) { return __builtin_bit_cast(bits_of<T>, value); }
template <class T> __WP_DEVICE T uncarry(carrier_of<T> value) { return __builtin_bit_cast(T, (bits_of<T>)value); }
template <class T> __WP_DEVICE T nothing() {
  struct alignas(T) { unsigned char bytes[sizeof(T)]; } zeros = {};
  return __builtin_bit_cast(T, zeros);
}
#define __WP_WORDS(statement)                                                                                                    \
  if constexpr (sizeof(T) == 1) statement("b8", "s8", "u8", "h");                                                                \
  else if constexpr (sizeof(T) == 2) statement("b16", "s16", "u16", "h");                                                        \
  else if constexpr (sizeof(T) == 4) statement("b32", "s32", "u32", "r");                                                        \
  else statement("b64", "s64", "u64", "l")
template <class T> __WP_DEVICE T load_block(T *p) {
  if constexpr (word<sizeof(T)>::is) {
    carrier_of<T> value;
#define __WP_STATEMENT(b, s, u, c) asm volatile("ld.relaxed.cta." b " %0, [%1];" : "=" c(value) : "l"(p) : "memory")
    __WP_WORDS(__WP_STATEMENT);
#undef __WP_STATEMENT
    return uncarry<T>(value);
  } else {
    asm volatile("ld.relaxed.cta.b128 [%0];" ::"l"(p) : "memory"); /* not decoded: unsupported */
    return nothing<T>();
  }
}
template <class T> __WP_DEVICE void store_block(T *p, T value) {
  if constexpr (word<sizeof(T)>::is) {
#define __WP_STATEMENT(b, s, u, c) asm volatile("st.relaxed.cta." b " [%0], %1;" ::"l"(p), c(carry(value)) : "memory")
    __WP_WORDS(__WP_STATEMENT);
#undef __WP_STATEMENT
  } else {
    asm volatile("st.relaxed.cta.b128 [%0];" ::"l"(p) : "memory");
  }
}
template <class T> __WP_DEVICE T exchange_block(T *p, T value) {
  if constexpr (word<sizeof(T)>::is) {
    carrier_of<T> old;
#define __WP_STATEMENT(b, s, u, c) asm volatile("atom.relaxed.cta.exch." b " %0, [%1], %2;" : "=" c(old) : "l"(p), c(carry(value)) : "memory")
    __WP_WORDS(__WP_STATEMENT);
#undef __WP_STATEMENT
    return uncarry<T>(old);
  } else {
    asm volatile("atom.relaxed.cta.exch.b128 [%0];" ::"l"(p) : "memory");
    return value;
  }
}
template <class T> __WP_DEVICE bool compare_exchange_block(T *p, T *expected, T value) {
  if constexpr (word<sizeof(T)>::is) {
    carrier_of<T> wanted = carry(*expected), old;
#define __WP_STATEMENT(b, s, u, c)                                                                                               \
  asm volatile("atom.relaxed.cta.cas." b " %0, [%1], %2, %3;" : "=" c(old) : "l"(p), c(wanted), c(carry(value)) : "memory")
    __WP_WORDS(__WP_STATEMENT);
#undef __WP_STATEMENT
    *expected = uncarry<T>(old);
    return old == wanted;
  } else {
    asm volatile("atom.relaxed.cta.cas.b128 [%0];" ::"l"(p) : "memory");
    return false;
  }
}

template <int scope, class A> __WP_BOTH bare_of<A> load(A *address, int order) {
  auto *p = to_bare(address);
  bare_of<A> value;
  if constexpr (scope == 3) value = *p;
  else if constexpr (scope == 2) value = load_block(p);
  else __scoped_atomic_load(p, &value, 0, 1);
  behind<scope>(order);
  return value;
}
template <int scope, class A> __WP_BOTH void store(A *address, bare_of<A> value, int order) {
  auto *p = to_bare(address);
  before<scope>(order);
  if constexpr (scope == 3) *p = value;
  else if constexpr (scope == 2) store_block(p, value);
  else __scoped_atomic_store(p, &value, 0, 1);
}
template <int scope, class A> __WP_BOTH bare_of<A> exchange(A *address, bare_of<A> value, int order) {
  auto *p = to_bare(address);
  bare_of<A> old;
  before<scope>(order);
  if constexpr (scope == 3) old = *p, *p = value;
  else if constexpr (scope == 2) old = exchange_block(p, value);
  else __scoped_atomic_exchange(p, &value, &old, 0, 1);
  behind<scope>(order);
  return old;
}
template <int scope, class A>
__WP_BOTH bool compare_exchange(A *address, bare_of<A> *expected, bare_of<A> value, int success, int failure) {
  auto *p = to_bare(address);
  bool is_equal;
  before<scope>(success);
  if constexpr (scope == 3) {
    bare_of<A> old = *p;
    is_equal = old == *expected;
    if (is_equal) *p = value;
    *expected = old;
  } else if constexpr (scope == 2) is_equal = compare_exchange_block(p, expected, value);
  else is_equal = __scoped_atomic_compare_exchange(p, expected, &value, 0, 0, 0, 1);
  behind<scope>(success);
  if (failure != success) behind<scope>(failure);
  return is_equal;
}

/* Updates by an operation: its name, in clang and in PTX, and the new value of a plain access. */
#define __WP_SCOPED_UPDATE(name, ptx_signed, ptx_unsigned, expression)                                                           \
  template <class T> __WP_DEVICE T name##_block(T *p, T v) {                                                                     \
    carrier_of<T> old;                                                                                                           \
    if constexpr ((T)-1 < (T)0) { __WP_WORDS(ptx_signed); } else { __WP_WORDS(ptx_unsigned); }                                   \
    return uncarry<T>(old);                                                                                                      \
  }                                                                                                                              \
  template <int scope, class A> __WP_BOTH bare_of<A> name(A *address, bare_of<A> v, int order) {                                 \
    typedef bare_of<A> T;                                                                                                        \
    T *p = to_bare(address);                                                                                                     \
    T old;                                                                                                                       \
    before<scope>(order);                                                                                                        \
    if constexpr (scope == 3) old = *p, *p = (T)(expression);                                                                    \
    else if constexpr (scope == 2) old = name##_block(p, v);                                                                     \
    else old = __scoped_atomic_##name(p, v, 0, 1);                                                                               \
    behind<scope>(order);                                                                                                        \
    return old;                                                                                                                  \
  }
#define __WP_ATOM(operation, type, c) asm volatile("atom.relaxed.cta." operation "." type " %0, [%1], %2;" : "=" c(old) : "l"(p), c(carry(v)) : "memory")
#define __WP_ATOM_ADD(b, s, u, c) __WP_ATOM("add", u, c)
#define __WP_ATOM_AND(b, s, u, c) __WP_ATOM("and", b, c)
#define __WP_ATOM_OR(b, s, u, c) __WP_ATOM("or", b, c)
#define __WP_ATOM_XOR(b, s, u, c) __WP_ATOM("xor", b, c)
#define __WP_ATOM_NAND(b, s, u, c) __WP_ATOM("nand", b, c) /* PTX has none: unsupported */
#define __WP_ATOM_MIN(b, s, u, c) __WP_ATOM("min", u, c)
#define __WP_ATOM_MAX(b, s, u, c) __WP_ATOM("max", u, c)
#define __WP_ATOM_MIN_SIGNED(b, s, u, c) __WP_ATOM("min", s, c)
#define __WP_ATOM_MAX_SIGNED(b, s, u, c) __WP_ATOM("max", s, c)
__WP_DEVICE float fetch_add_block(float *p, float v) { return __nvvm_atom_cta_add_gen_f(p, v); }
__WP_DEVICE double fetch_add_block(double *p, double v) { return __nvvm_atom_cta_add_gen_d(p, v); }
__WP_SCOPED_UPDATE(fetch_add, __WP_ATOM_ADD, __WP_ATOM_ADD, old + v)
__WP_SCOPED_UPDATE(fetch_and, __WP_ATOM_AND, __WP_ATOM_AND, old & v)
__WP_SCOPED_UPDATE(fetch_or, __WP_ATOM_OR, __WP_ATOM_OR, old | v)
__WP_SCOPED_UPDATE(fetch_xor, __WP_ATOM_XOR, __WP_ATOM_XOR, old ^ v)
__WP_SCOPED_UPDATE(fetch_nand, __WP_ATOM_NAND, __WP_ATOM_NAND, ~(old & v))
__WP_SCOPED_UPDATE(fetch_min, __WP_ATOM_MIN_SIGNED, __WP_ATOM_MIN, v < old ? v : old)
__WP_SCOPED_UPDATE(fetch_max, __WP_ATOM_MAX_SIGNED, __WP_ATOM_MAX, old < v ? v : old)
template <int scope, class A> __WP_BOTH bare_of<A> fetch_sub(A *address, bare_of<A> v, int order) {
  return fetch_add<scope>(address, (bare_of<A>)-v, order);
}
/* The new value instead of the old one. */
#define __WP_SCOPED_FETCH(name, expression)                                                                                      \
  template <int scope, class A> __WP_BOTH bare_of<A> name##_fetch(A *address, bare_of<A> v, int order) {                         \
    bare_of<A> old = fetch_##name<scope>(address, v, order);                                                                     \
    return (bare_of<A>)(expression);                                                                                             \
  }
__WP_SCOPED_FETCH(add, old + v)
__WP_SCOPED_FETCH(sub, old - v)
__WP_SCOPED_FETCH(and, old & v)
__WP_SCOPED_FETCH(or, old | v)
__WP_SCOPED_FETCH(xor, old ^ v)
__WP_SCOPED_FETCH(nand, ~(old & v))
__WP_SCOPED_FETCH(min, v < old ? v : old)
__WP_SCOPED_FETCH(max, old < v ? v : old)
}  // namespace __wp_scoped
#endif
