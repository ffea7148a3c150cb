/* What a kernel relies on and promises, for warpproof; of no effect and no cost in any other build.
 *
 *   wp_requires(e)   at the kernel's beginning: it is launched with such sizes and arguments only
 *   wp_assume(e)     e holds wherever a thread gets here: used, and listed with what is proved
 *   wp_assert(e)     e holds wherever a thread gets here: to be proved
 *   wp_extent(p, n)  the pointer parameter p has n elements, wherever in the kernel this stands; n is an expression over
 *                    parameters, blockDim and gridDim, as of --extent
 *
 *   wp_contents(c)   c is a condition on what arrays hold at the launch, wherever in the kernel this stands: distinct(p), sorted(p),
 *                    increasing(p), in_range(p, low, high), positive(p), zero(p), nonzero(p), joined by && (docs/contracts.md). It is not evaluated
 *
 * e is an expression without side effects. What it reads from memory warpproof takes for reads of the kernel. */
#ifndef WP_CONTRACT_H
#define WP_CONTRACT_H
#if defined(__WARPPROOF__) && defined(__OPENCL_C_VERSION__)
void __wp_assume(bool condition, __constant const char *text);
void __wp_assert(bool condition, __constant const char *text);
void __wp_extent(__constant const char *pointer, __constant const char *count);
void __wp_contents(__constant const char *condition);
#define wp_requires(...) __wp_assume((bool)(__VA_ARGS__), "wp_requires(" #__VA_ARGS__ ")")
#define wp_assume(...) __wp_assume((bool)(__VA_ARGS__), "wp_assume(" #__VA_ARGS__ ")")
#define wp_assert(...) __wp_assert((bool)(__VA_ARGS__), #__VA_ARGS__)
#elif defined(__WARPPROOF__)
extern "C" __attribute__((device, host)) void __wp_assume(bool condition, const char *text);
extern "C" __attribute__((device, host)) void __wp_assert(bool condition, const char *text);
extern "C" __attribute__((device, host)) void __wp_extent(const char *pointer, const char *count);
extern "C" __attribute__((device, host)) void __wp_contents(const char *condition);
#define wp_requires(...) __wp_assume(static_cast<bool>(__VA_ARGS__), "wp_requires(" #__VA_ARGS__ ")")
#define wp_assume(...) __wp_assume(static_cast<bool>(__VA_ARGS__), "wp_assume(" #__VA_ARGS__ ")")
#define wp_assert(...) __wp_assert(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__)
#endif
#ifdef __WARPPROOF__
#define wp_extent_of(p, n) ((void)sizeof(*(p)), (void)sizeof((n) ? 1 : 0), __wp_extent(#p, #n))
#define wp_contents_of(...) __wp_contents(#__VA_ARGS__)
#else
#define wp_contents_of(...) ((void)0)
#define wp_extent_of(p, n) ((void)sizeof(*(p)), (void)sizeof((n) ? 1 : 0))
#define wp_requires(...) ((void)sizeof((__VA_ARGS__) ? 1 : 0))
#define wp_assume(...) ((void)sizeof((__VA_ARGS__) ? 1 : 0))
#define wp_assert(...) ((void)sizeof((__VA_ARGS__) ? 1 : 0))
#endif
#define wp_extent(p, n) wp_extent_of(p, n)
#define wp_contents(...) wp_contents_of(__VA_ARGS__)
#endif
