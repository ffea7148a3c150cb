/* Cooperative groups: which barrier or warp operation each member function is.
 *   thread_block::sync                 the block barrier
 *   tile of at most 32 threads         __syncwarp, shuffles and votes with the tile's lanes as mask
 *   tile of more than 32 threads       __wp_tile_sync
 *   coalesced_group                    the same with the mask of active lanes
 *   grid_group::sync, cluster_group    __wp_grid_sync, __wp_cluster_sync
 * Group objects hold lane masks and ranks only; none of them touches the program's memory. */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_
#pragma clang system_header
#include <__warpproof_cuda.h>

namespace cooperative_groups {
#define __WP_CG __WP_DEVICE
namespace details {
static __WP_CG unsigned block_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
static __WP_CG unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
static __WP_CG unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
static __WP_CG unsigned long long grid_block() {
  return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
template <class T> struct bits { enum { words = (sizeof(T) + 3) / 4 }; unsigned word[words]; };
template <class T, class F> __WP_CG T words(T value, F f) {
  bits<T> b;
  __builtin_memcpy(&b, &value, sizeof(T));
  for (int i = 0; i < bits<T>::words; i++) b.word[i] = f(b.word[i]);
  __builtin_memcpy(&value, &b, sizeof(T));
  return value;
}
/* Shuffles a value of any trivially copyable type, as 32-bit words where the hardware has no shuffle for it. */
template <class T, class F> __WP_CG T shuffle(T value, F f) {
  if constexpr (__is_arithmetic(T) || sizeof(T) == 2) return f(value);
  else return words(value, f);
}
}  // namespace details

enum class thread_scope { thread, block, cluster, device, system };

class thread_group {
 protected:
  unsigned kind, mask_or_size;
  friend class thread_block;

 public:
  __WP_CG thread_group(unsigned kind = 0, unsigned mask_or_size = 0) : kind(kind), mask_or_size(mask_or_size) {}
  __WP_CG void sync() const {
    if (kind == 0) __syncthreads();
    else if (kind == 1) __syncwarp(mask_or_size);
    else if (kind == 2) __wp_grid_sync();
    else __wp_tile_sync(mask_or_size);
  }
  __WP_CG unsigned size() const {
    return kind == 0 ? details::block_size() : kind == 1 ? (unsigned)__popc(mask_or_size) : mask_or_size;
  }
  __WP_CG unsigned num_threads() const { return size(); }
  __WP_CG unsigned thread_rank() const {
    return kind == 0   ? details::block_rank()
           : kind == 1 ? (unsigned)__popc(mask_or_size & ((1u << details::lane()) - 1))
                       : details::block_rank() % mask_or_size;
  }
  __WP_CG bool is_valid() const { return true; }
};

class thread_block : public thread_group {
  __WP_CG thread_block() : thread_group(0) {}
  friend __device__ thread_block this_thread_block();

 public:
  struct arrival_token {};
  static __WP_CG void sync() { __syncthreads(); }
  static __WP_CG unsigned size() { return details::block_size(); }
  static __WP_CG unsigned num_threads() { return details::block_size(); }
  static __WP_CG unsigned thread_rank() { return details::block_rank(); }
  static __WP_CG dim3 group_index() { return blockIdx; }
  static __WP_CG dim3 thread_index() { return threadIdx; }
  static __WP_CG dim3 group_dim() { return blockDim; }
  static __WP_CG dim3 dim_threads() { return blockDim; }
  static __WP_CG arrival_token barrier_arrive() {
    __wp_barrier_arrive(0, 1);
    return {};
  }
  static __WP_CG void barrier_wait(arrival_token &&) { __wp_barrier_wait(0, 0); }
};
__WP_CG thread_block this_thread_block() { return thread_block(); }

class grid_group : public thread_group {
 public:
  struct arrival_token {};
  __WP_CG grid_group() : thread_group(2) {}
  static __WP_CG bool is_valid() { return true; }
  static __WP_CG void sync() { __wp_grid_sync(); }
  static __WP_CG unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  static __WP_CG unsigned long long size() { return num_blocks() * details::block_size(); }
  static __WP_CG unsigned long long num_threads() { return size(); }
  static __WP_CG unsigned long long block_rank() { return details::grid_block(); }
  static __WP_CG unsigned long long thread_rank() { return details::grid_block() * details::block_size() + details::block_rank(); }
  static __WP_CG dim3 group_dim() { return gridDim; }
  static __WP_CG dim3 dim_blocks() { return gridDim; }
  static __WP_CG dim3 block_index() { return blockIdx; }
};
__WP_CG grid_group this_grid() { return grid_group(); }
class multi_grid_group : public grid_group {
 public:
  static __WP_CG unsigned grid_rank() { return 0; }
  static __WP_CG unsigned num_grids() { return 1; }
};
__WP_CG multi_grid_group this_multi_grid() { return multi_grid_group(); }
class cluster_group : public thread_group {
 public:
  struct arrival_token {};
  static __WP_CG void sync() { __wp_cluster_sync(); }
  static __WP_CG unsigned block_rank() { return __nvvm_read_ptx_sreg_cluster_ctarank(); }
  static __WP_CG unsigned num_blocks() { return __nvvm_read_ptx_sreg_cluster_nctarank(); }
  static __WP_CG unsigned thread_rank() { return block_rank() * details::block_size() + details::block_rank(); }
  static __WP_CG unsigned num_threads() { return num_blocks() * details::block_size(); }
};
__WP_CG cluster_group this_cluster() { return cluster_group(); }

/* A set of lanes of one warp: the common part of coalesced groups and tiles. */
class __wp_lanes : public thread_group {
 public:
  __WP_CG __wp_lanes(unsigned mask) : thread_group(1, mask) {}
  __WP_CG unsigned __mask() const { return mask_or_size; }
  __WP_CG void sync() const { __syncwarp(mask_or_size); }
  __WP_CG int any(int predicate) const { return __any_sync(mask_or_size, predicate); }
  __WP_CG int all(int predicate) const { return __all_sync(mask_or_size, predicate); }
};

class coalesced_group : public __wp_lanes {
  unsigned meta_rank = 0, meta_size = 1;
  /* The lane of the group's rank-th member. */
  __WP_CG int lane_of(unsigned rank) const { return (int)__fns(mask_or_size, 0, (int)rank + 1); }
  /* Bits of lanes as bits of ranks. */
  __WP_CG unsigned packed(unsigned lanes) const {
    unsigned ranks = 0;
    for (unsigned rank = 0; rank < size(); rank++) ranks |= (lanes >> lane_of(rank) & 1) << rank;
    return ranks;
  }

 public:
  __WP_CG coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : __wp_lanes(mask), meta_rank(meta_rank), meta_size(meta_size) {}
  __WP_CG unsigned size() const { return (unsigned)__popc(mask_or_size); }
  __WP_CG unsigned num_threads() const { return size(); }
  __WP_CG unsigned thread_rank() const { return (unsigned)__popc(mask_or_size & ((1u << details::lane()) - 1)); }
  __WP_CG unsigned meta_group_rank() const { return meta_rank; }
  __WP_CG unsigned meta_group_size() const { return meta_size; }
  __WP_CG unsigned ballot(int predicate) const { return packed(__ballot_sync(mask_or_size, predicate)); }
  template <class T> __WP_CG T shfl(T value, unsigned rank) const {
    unsigned mask = mask_or_size;
    int lane = lane_of(rank % size());
    return details::shuffle(value, [=] __attribute__((device, always_inline, nodebug)) (auto v) { return __shfl_sync(mask, v, lane, 32); });
  }
  template <class T> __WP_CG T shfl_up(T value, unsigned delta) const {
    unsigned rank = thread_rank();
    return shfl(value, rank < delta ? rank : rank - delta);
  }
  template <class T> __WP_CG T shfl_down(T value, unsigned delta) const {
    unsigned rank = thread_rank();
    return shfl(value, rank + delta >= size() ? rank : rank + delta);
  }
  template <class T> __WP_CG unsigned match_any(T value) const { return packed(__match_any_sync(mask_or_size, value)); }
  template <class T> __WP_CG unsigned match_all(T value, int &all) const { return packed(__match_all_sync(mask_or_size, value, &all)); }
};
__WP_CG coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

namespace details {
template <unsigned n> __WP_CG unsigned tile_mask() {
  if constexpr (n >= 32) return 0xffffffffu;
  else return ((1u << n) - 1) << (lane() & ~(n - 1));
}
template <unsigned n, bool within_warp> class tile : public __wp_lanes {
 public:
  __WP_CG tile() : __wp_lanes(tile_mask<n>()) {}
  static constexpr __WP_CG unsigned size() { return n; }
  static constexpr __WP_CG unsigned num_threads() { return n; }
  static __WP_CG unsigned thread_rank() { return lane() & (n - 1); }
  __WP_CG unsigned ballot(int predicate) const { return (__ballot_sync(mask_or_size, predicate) & mask_or_size) >> (lane() & ~(n - 1)); }
#define __WP_TILE_SHUFFLE(name, function, type)                                                                                  \
  template <class T> __WP_CG T name(T value, type operand) const {                                                               \
    unsigned mask = mask_or_size;                                                                                                \
    return shuffle(value, [=] __attribute__((device, always_inline, nodebug)) (auto v) { return function(mask, v, operand, n); });              \
  }
  __WP_TILE_SHUFFLE(shfl, __shfl_sync, int)
  __WP_TILE_SHUFFLE(shfl_up, __shfl_up_sync, unsigned)
  __WP_TILE_SHUFFLE(shfl_down, __shfl_down_sync, unsigned)
  __WP_TILE_SHUFFLE(shfl_xor, __shfl_xor_sync, int)
#undef __WP_TILE_SHUFFLE
  template <class T> __WP_CG unsigned match_any(T value) const {
    return (__match_any_sync(mask_or_size, value) & mask_or_size) >> (lane() & ~(n - 1));
  }
  template <class T> __WP_CG unsigned match_all(T value, int &all) const {
    return (__match_all_sync(mask_or_size, value, &all) & mask_or_size) >> (lane() & ~(n - 1));
  }
};
template <unsigned n> class tile<n, false> : public thread_group {
 public:
  __WP_CG tile() : thread_group(3, n) {}
  static __WP_CG void sync() { __wp_tile_sync(n); }
  static constexpr __WP_CG unsigned size() { return n; }
  static constexpr __WP_CG unsigned num_threads() { return n; }
  static __WP_CG unsigned thread_rank() { return block_rank() & (n - 1); }
  template <class T> __WP_CG T shfl(T value, unsigned rank) const {
    return words(value, [=] __attribute__((device, always_inline, nodebug)) (unsigned w) { return __wp_tile_word(n, w, rank); });
  }
  template <class T> __WP_CG T shfl_up(T value, unsigned delta) const { return shfl(value, thread_rank() < delta ? thread_rank() : thread_rank() - delta); }
  __WP_CG int any(int predicate) const { return (int)__wp_tile_word(n, predicate != 0, n); }
  __WP_CG int all(int predicate) const { return (int)__wp_tile_word(n, predicate != 0, n); }
};
}  // namespace details

/* Ranks are worked out when asked for: a tile alone reads no index of the block. */
template <unsigned n, class Parent = void> class thread_block_tile : public details::tile<n, n <= 32> {
  unsigned parent_tile; /* threads of the tile that it is a part of, 0: of the block */

 public:
  __WP_CG explicit thread_block_tile(unsigned parent_tile) : parent_tile(parent_tile) {}
  template <class Other> __WP_CG thread_block_tile(const thread_block_tile<n, Other> &o) : parent_tile(o.__parent_tile()) {}
  __WP_CG unsigned __parent_tile() const { return parent_tile; }
  __WP_CG unsigned meta_group_rank() const {
    return (parent_tile == 0 ? details::block_rank() : details::block_rank() & (parent_tile - 1)) / n;
  }
  __WP_CG unsigned meta_group_size() const { return ((parent_tile == 0 ? details::block_size() : parent_tile) + n - 1) / n; }
};
template <unsigned n> __WP_CG thread_block_tile<n, thread_block> tiled_partition(const thread_block &) {
  return thread_block_tile<n, thread_block>(0);
}
template <unsigned n, unsigned m, class Parent>
__WP_CG thread_block_tile<n, thread_block_tile<m, Parent>> tiled_partition(const thread_block_tile<m, Parent> &) {
  static_assert(n <= m, "a tile is part of a tile of at least its size");
  return thread_block_tile<n, thread_block_tile<m, Parent>>(m);
}
template <class Parent> __WP_CG thread_group tiled_partition(const Parent &parent, unsigned n) {
  if (n > 32) return thread_group(3, n);
  unsigned first = details::lane() / n * n;
  return thread_group(1, (n == 32 ? 0xffffffffu : (1u << n) - 1) << first);
}
__WP_CG coalesced_group tiled_partition(const coalesced_group &parent, unsigned n) {
  unsigned mask = 0, first = parent.thread_rank() / n * n;
  for (unsigned rank = 0; rank < n && first + rank < parent.size(); rank++) mask |= 1u << __fns(parent.__mask(), 0, (int)(first + rank) + 1);
  return coalesced_group(mask, parent.thread_rank() / n, (parent.size() + n - 1) / n);
}
template <class Group> __WP_CG coalesced_group binary_partition(const Group &group, bool predicate) {
  unsigned mask = group.__mask(), yes = __ballot_sync(mask, predicate);
  return coalesced_group(predicate ? yes : mask & ~yes, predicate ? 1 : 0, 2);
}
template <class Group, class Label> __WP_CG coalesced_group labeled_partition(const Group &group, Label label) {
  return coalesced_group(__match_any_sync(group.__mask(), label));
}
template <unsigned n = 1, unsigned blocks = 1> struct alignas(16) block_tile_memory { char storage[n]; };
template <unsigned n, unsigned m> __WP_CG thread_block this_thread_block(block_tile_memory<n, m> &) { return this_thread_block(); }
namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
}  // namespace experimental

template <class Group> __WP_CG void sync(const Group &group) { group.sync(); }
template <class Group> __WP_CG void synchronize(const Group &group) { group.sync(); }
template <class Group> __WP_CG auto group_size(const Group &group) { return group.size(); }
template <class Group> __WP_CG auto thread_rank(const Group &group) { return group.thread_rank(); }
/* Some thread of the group, and not the same each time. */
template <class Group, class F> __WP_CG void invoke_one(const Group &, F f) {
  if (__wp_elect()) f();
}

template <class T> struct plus { __WP_CG T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __WP_CG T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __WP_CG T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __WP_CG T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __WP_CG T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __WP_CG T operator()(T a, T b) const { return a ^ b; } };

/* Reductions and scans: the shuffles they are made of, so that they order no memory. */
template <class Group, class T, class F> __WP_CG T reduce(const Group &group, T value, F f) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); rank++) result = f(result, group.shfl(value, rank));
  return result;
}
template <class Group, class T, class F> __WP_CG void reduce_store_async(const Group &group, T *destination, T value, F f) {
  T result = cooperative_groups::reduce(group, value, f);
  if (group.thread_rank() == 0) *destination = result;
}
template <class Group, class T, class F> __WP_CG T inclusive_scan(const Group &group, T value, F f) {
  T result = value;
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    T other = group.shfl_up(result, distance);
    if (group.thread_rank() >= distance) result = f(other, result);
  }
  return result;
}
template <class Group, class T> __WP_CG T inclusive_scan(const Group &group, T value) { return inclusive_scan(group, value, plus<T>()); }
template <class Group, class T, class F> __WP_CG T exclusive_scan(const Group &group, T value, F f) {
  T result = group.shfl_up(inclusive_scan(group, value, f), 1);
  return group.thread_rank() == 0 ? T() : result;
}
template <class Group, class T> __WP_CG T exclusive_scan(const Group &group, T value) { return exclusive_scan(group, value, plus<T>()); }

template <class Group, class T, class U> __WP_CG void memcpy_async(const Group &group, T *destination, const U *source, size_t bytes) {
  __wp_group_memcpy_async(destination, source, bytes, (unsigned)group.thread_rank(), (unsigned)group.size());
}
template <class Group, class T, class U>
__WP_CG void memcpy_async(const Group &group, T *destination, size_t destination_count, const U *source, size_t source_count) {
  size_t count = destination_count < source_count ? destination_count : source_count;
  __wp_group_memcpy_async(destination, source, count * sizeof(T), (unsigned)group.thread_rank(), (unsigned)group.size());
}
template <class Group> __WP_CG void wait(const Group &group) {
  __wp_group_wait(0);
  group.sync();
}
template <unsigned n, class Group> __WP_CG void wait_prior(const Group &group) {
  __wp_group_wait(n);
  group.sync();
}
#undef __WP_CG
}  // namespace cooperative_groups
#endif
