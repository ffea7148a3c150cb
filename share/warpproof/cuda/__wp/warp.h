/* Warp-level functions: __syncwarp, shuffles, votes, matches, reductions, with and without a mask.
 * 64-bit values travel as two 32-bit halves, as the hardware does it. Only __syncwarp orders memory. */
#ifndef __WP_WARP_H
#define __WP_WARP_H
#pragma clang system_header

#define __SM_30_INTRINSICS_H__
#define __SM_70_RT_H__
#define __SM_80_RT_H__

__WP_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
__WP_DEVICE unsigned __activemask() { return __nvvm_activemask(); }
__WP_DEVICE int __all_sync(unsigned mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
__WP_DEVICE int __any_sync(unsigned mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
__WP_DEVICE int __uni_sync(unsigned mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
__WP_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate); }
__WP_DEVICE int __all(int predicate) { return __nvvm_vote_all(predicate); }
__WP_DEVICE int __any(int predicate) { return __nvvm_vote_any(predicate); }
__WP_DEVICE int __uni(int predicate) { return __nvvm_vote_uni(predicate); }
__WP_DEVICE unsigned __ballot(int predicate) { return __nvvm_vote_ballot(predicate); }
__WP_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset) { return __nvvm_fns(mask, base, offset); }

/* `bound` is the low part of the hardware's clamp operand: 31, or 0 for shuffles up. */
#define __WP_SHUFFLE(name, builtin, bound, lane_type, mask_parameter, mask_argument)                                             \
  __WP_DEVICE int name(mask_parameter int value, lane_type lane, int width = 32) {                                               \
    return builtin##_i32(mask_argument value, lane, ((32 - width) << 8) | bound);                                                \
  }                                                                                                                              \
  __WP_DEVICE float name(mask_parameter float value, lane_type lane, int width = 32) {                                           \
    return builtin##_f32(mask_argument value, lane, ((32 - width) << 8) | bound);                                                \
  }                                                                                                                              \
  __WP_DEVICE unsigned name(mask_parameter unsigned value, lane_type lane, int width = 32) {                                     \
    return (unsigned)name(mask_argument(int) value, lane, width);                                                                \
  }                                                                                                                              \
  __WP_DEVICE unsigned long long name(mask_parameter unsigned long long value, lane_type lane, int width = 32) {                 \
    unsigned low = name(mask_argument(unsigned) value, lane, width);                                                             \
    unsigned high = name(mask_argument(unsigned)(value >> 32), lane, width);                                                     \
    return (unsigned long long)high << 32 | low;                                                                                 \
  }                                                                                                                              \
  __WP_DEVICE long long name(mask_parameter long long value, lane_type lane, int width = 32) {                                   \
    return (long long)name(mask_argument(unsigned long long) value, lane, width);                                                \
  }                                                                                                                              \
  __WP_DEVICE long name(mask_parameter long value, lane_type lane, int width = 32) {                                             \
    return (long)name(mask_argument(unsigned long long) value, lane, width);                                                     \
  }                                                                                                                              \
  __WP_DEVICE unsigned long name(mask_parameter unsigned long value, lane_type lane, int width = 32) {                           \
    return (unsigned long)name(mask_argument(unsigned long long) value, lane, width);                                            \
  }                                                                                                                              \
  __WP_DEVICE double name(mask_parameter double value, lane_type lane, int width = 32) {                                         \
    return __builtin_bit_cast(double, name(mask_argument __builtin_bit_cast(unsigned long long, value), lane, width));           \
  }
#define __WP_MASK_PARAMETER unsigned mask,
#define __WP_MASK_ARGUMENT mask,
__WP_SHUFFLE(__shfl_sync, __nvvm_shfl_sync_idx, 31, int, __WP_MASK_PARAMETER, __WP_MASK_ARGUMENT)
__WP_SHUFFLE(__shfl_up_sync, __nvvm_shfl_sync_up, 0, unsigned, __WP_MASK_PARAMETER, __WP_MASK_ARGUMENT)
__WP_SHUFFLE(__shfl_down_sync, __nvvm_shfl_sync_down, 31, unsigned, __WP_MASK_PARAMETER, __WP_MASK_ARGUMENT)
__WP_SHUFFLE(__shfl_xor_sync, __nvvm_shfl_sync_bfly, 31, int, __WP_MASK_PARAMETER, __WP_MASK_ARGUMENT)
__WP_SHUFFLE(__shfl, __nvvm_shfl_idx, 31, int, , )
__WP_SHUFFLE(__shfl_up, __nvvm_shfl_up, 0, unsigned, , )
__WP_SHUFFLE(__shfl_down, __nvvm_shfl_down, 31, unsigned, , )
__WP_SHUFFLE(__shfl_xor, __nvvm_shfl_bfly, 31, int, , )
#undef __WP_SHUFFLE

#define __WP_MATCH(type, bits, carrier)                                                                                          \
  __WP_DEVICE unsigned __match_any_sync(unsigned mask, type value) {                                                             \
    return __nvvm_match_any_sync_i##bits(mask, __builtin_bit_cast(carrier, value));                                              \
  }                                                                                                                              \
  __WP_DEVICE unsigned __match_all_sync(unsigned mask, type value, int *all) {                                                   \
    int same;                                                                                                                    \
    unsigned lanes = __nvvm_match_all_sync_i##bits##p(mask, __builtin_bit_cast(carrier, value), &same);                          \
    *all = same;                                                                                                                 \
    return lanes;                                                                                                                \
  }
__WP_MATCH(int, 32, unsigned)
__WP_MATCH(unsigned, 32, unsigned)
__WP_MATCH(float, 32, unsigned)
__WP_MATCH(long, 64, unsigned long long)
__WP_MATCH(unsigned long, 64, unsigned long long)
__WP_MATCH(long long, 64, unsigned long long)
__WP_MATCH(unsigned long long, 64, unsigned long long)
__WP_MATCH(double, 64, unsigned long long)
#undef __WP_MATCH

__WP_DEVICE unsigned __reduce_add_sync(unsigned mask, unsigned value) { return __nvvm_redux_sync_add(value, mask); }
__WP_DEVICE int __reduce_add_sync(unsigned mask, int value) { return __nvvm_redux_sync_add(value, mask); }
__WP_DEVICE unsigned __reduce_min_sync(unsigned mask, unsigned value) { return __nvvm_redux_sync_umin(value, mask); }
__WP_DEVICE int __reduce_min_sync(unsigned mask, int value) { return __nvvm_redux_sync_min(value, mask); }
__WP_DEVICE unsigned __reduce_max_sync(unsigned mask, unsigned value) { return __nvvm_redux_sync_umax(value, mask); }
__WP_DEVICE int __reduce_max_sync(unsigned mask, int value) { return __nvvm_redux_sync_max(value, mask); }
__WP_DEVICE unsigned __reduce_and_sync(unsigned mask, unsigned value) { return __nvvm_redux_sync_and(value, mask); }
__WP_DEVICE unsigned __reduce_or_sync(unsigned mask, unsigned value) { return __nvvm_redux_sync_or(value, mask); }
__WP_DEVICE unsigned __reduce_xor_sync(unsigned mask, unsigned value) { return __nvvm_redux_sync_xor(value, mask); }
#endif
