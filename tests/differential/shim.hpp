/* The words of CUDA that random kernels use, for clang's C++ on this machine: the threads of a
 * block are coroutines of host.c, which switch where they wait for each other. Nothing here
 * comes from the headers that warpproof bundles. */
#define __global__ extern "C"
#define __device__ static
#define __shared__ thread_local /* of one thread of the machine; its blocks run one after another */
#define __launch_bounds__(...)

struct host_triple {
  unsigned x, y, z;
};

struct int2 {
  int x, y;
};

extern "C" {
extern struct host_triple host_thread_id, host_block_id, host_block_size, host_grid_size;
/* Waits for the block; how many threads gave a value other than 0. */
unsigned host_wait_block(int value);
/* Waits for the lanes of the mask; then each lane's value is in the answer, and behind them the bits of who came. */
const unsigned long long *host_wait_warp(unsigned mask, unsigned long long value);
void host_give_up();
}

#define threadIdx host_thread_id
#define blockIdx host_block_id
#define blockDim host_block_size
#define gridDim host_grid_size

extern "C" {
thread_local int dyn[1024];
}

typedef decltype(sizeof 0) size_t;

static inline int2 make_int2(int x, int y) { return {x, y}; }
static inline int min(int x, int y) { return y < x ? y : x; }
static inline int max(int x, int y) { return x < y ? y : x; }
static inline int abs(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
static inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
/* What does not hold makes the launch one without a meaning. */
#define assert(e) ((e) ? (void)0 : host_give_up())

static inline void __syncthreads() { host_wait_block(0); }
static inline int __syncthreads_count(int x) { return (int)host_wait_block(x); }
static inline int __syncthreads_or(int x) { return host_wait_block(x) != 0; }
static inline int __syncthreads_and(int x) { return host_wait_block(!x) == 0; }
static inline void __threadfence() {}
static inline void __threadfence_block() {}

static inline unsigned host_lane() {
  unsigned row = host_thread_id.z * host_block_size.y + host_thread_id.y;
  return (row * host_block_size.x + host_thread_id.x) & 31;
}
/* Copies that nothing races with may as well be made at once. */
static inline void __pipeline_memcpy_async(void *to, const void *from, unsigned long bytes) { __builtin_memcpy(to, from, bytes); }
static inline void __pipeline_commit() {}
static inline void __pipeline_wait_prior(unsigned long) {}
static inline void __syncwarp(unsigned mask = ~0u) { host_wait_warp(mask, 0); }
static inline unsigned __ballot_sync(unsigned mask, int x) {
  const unsigned long long *all = host_wait_warp(mask, x != 0);
  unsigned bits = 0;
  for (unsigned i = 0; i < 32; i++)
    bits |= (mask >> i & 1u) ? (unsigned)all[i] << i : 0;
  return bits;
}
static inline int __any_sync(unsigned mask, int x) { return __ballot_sync(mask, x) != 0; }
static inline int __all_sync(unsigned mask, int x) { return __ballot_sync(mask, !x) == 0; }
static inline int __shfl_sync(unsigned mask, int x, int from) {
  return (int)host_wait_warp(mask, (unsigned)x)[from & 31];
}
static inline int __shfl_xor_sync(unsigned mask, int x, int lanes) {
  return (int)host_wait_warp(mask, (unsigned)x)[(host_lane() ^ (unsigned)lanes) & 31];
}
static inline int __shfl_up_sync(unsigned mask, int x, unsigned by) {
  const unsigned long long *all = host_wait_warp(mask, (unsigned)x);
  return host_lane() >= by ? (int)all[host_lane() - by] : x;
}
static inline int __shfl_down_sync(unsigned mask, int x, unsigned by) {
  const unsigned long long *all = host_wait_warp(mask, (unsigned)x);
  return host_lane() + by < 32 ? (int)all[host_lane() + by] : x;
}
static inline unsigned __match_any_sync(unsigned mask, unsigned x) {
  const unsigned long long *all = host_wait_warp(mask, x);
  unsigned bits = 0;
  for (unsigned i = 0; i < 32; i++)
    bits |= (all[32] >> i & 1u) && (unsigned)all[i] == x ? 1u << i : 0;
  return bits;
}
static inline int __reduce_add_sync(unsigned mask, int x) {
  const unsigned long long *all = host_wait_warp(mask, (unsigned)x);
  unsigned sum = 0;
  for (unsigned i = 0; i < 32; i++)
    sum += (mask >> i & 1u) ? (unsigned)all[i] : 0;
  return (int)sum;
}
/* Who is there depends on the schedule: not compared. */
static inline unsigned __activemask() { __builtin_trap(); }

#define HOST_UPDATE(name, type, result) \
  static inline type name(type *p, type x) { \
    type old = *p; \
    *p = result; \
    return old; \
  }
HOST_UPDATE(atomicAdd, int, (int)((unsigned)old + (unsigned)x))
HOST_UPDATE(atomicAdd, unsigned, old + x)
HOST_UPDATE(atomicSub, int, (int)((unsigned)old - (unsigned)x))
HOST_UPDATE(atomicMax, int, old < x ? x : old)
HOST_UPDATE(atomicMin, int, x < old ? x : old)
HOST_UPDATE(atomicAnd, int, old & x)
HOST_UPDATE(atomicOr, int, old | x)
HOST_UPDATE(atomicXor, int, old ^ x)
HOST_UPDATE(atomicExch, int, x)
HOST_UPDATE(atomicAdd_block, int, (int)((unsigned)old + (unsigned)x))
static inline unsigned atomicInc(unsigned *p, unsigned x) {
  unsigned old = *p;
  *p = old >= x ? 0 : old + 1;
  return old;
}
static inline int atomicCAS(int *p, int from, int to) {
  int old = *p;
  *p = old == from ? to : old;
  return old;
}
