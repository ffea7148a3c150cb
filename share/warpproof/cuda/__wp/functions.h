/* The declared-only functions: what clang has no builtin for. The bitcode shows a call to the name; a reader of the bitcode gives it its meaning.
 *
 *   name                                   meaning                                                              class
 *   __wp_printf(format, ...)               device printf                                                        output only
 *   __assert_fail(text, file, line, fn)    assert's failure, does not return (also __assertfail)                property
 *   malloc, free, _Znwm, _Znam, _ZdlPv...  device heap                                                          fresh memory
 *   __wp_grid_sync()                       all threads of a cooperative launch                                  synchronises
 *   __wp_cluster_sync()                    all threads of a cluster                                             synchronises
 *   __wp_tile_sync(n)                      tile of n > 32 consecutive threads of the block                      synchronises
 *   __wp_tile_word(n, word, rank)          the word of the tile's member number rank, with the tile's barrier   synchronises
 *   __wp_group_memcpy_async(d, s, n, r, k) the k threads of a group (this one has rank r) copy n bytes          reads s, writes d, asynchronous
 *   __wp_group_wait(n)                     all but the last n group copies done, then the group synchronises    synchronises
 *   __wp_pipeline_memcpy_async(d, s, n, z) this thread copies n - z bytes and clears z bytes                    reads s, writes d, asynchronous
 *   __wp_pipeline_copy_aligned(d, s, n, z) the same, both aligned to n
 *   __wp_order_fence(order, scope, place)  the fence of a memory order: in front of (0), behind (1), or instead of (2) the access  as a fence
 *   __wp_pipeline_commit()                 closes this thread's batch of copies                                 order of copies
 *   __wp_pipeline_wait_prior(n)            all but the last n batches of this thread are done                   order of copies
 *   __wp_barrier_init(b, count)            cuda::barrier objects: set up, for count arrivals                    writes b
 *   __wp_barrier_arrive / _wait(b, ...)    arrive, wait for a phase (b null: the block's own barrier)           synchronises
 *   __wp_pipeline_shared(b, step)          a step of a cuda::pipeline that threads share                        synchronises
 *   __wp_texture_{float,int}(handle, kind, component, x, y, z, w)   one component of a texel                    pure
 *   __wp_surface_read_{float,int}(handle, kind, component, x, y, z) one component of a surface element          reads the surface
 *   __wp_surface_write(handle, kind, bytes, x, y, z)                a write to a surface                        writes the surface
 *   __wp_wmma_load / _store(p, ldm, ...)   the warp reads or writes one matrix tile                             reads or writes p
 *   __wp_wmma_product()                    the warp computes with its fragments                                       nothing
 *   __wp_wmma_value(i)                     one element of a fragment                                            unknown value
 *   __wp_elect()                           whether this thread is the one that its group chooses                unknown value
 *   __wp_curand_word(a, b, i)              a number of a generator's stream                                     pure
 *   __wp_atomic_cas_128(p, old, new)       16-byte compare and swap                                             atomic on p
 * Every function declared with __WP_PURE (mathematics, conversions, video instructions) is pure: its result depends on its arguments only. */
#ifndef __WP_FUNCTIONS_H
#define __WP_FUNCTIONS_H
#pragma clang system_header

extern "C" {
__WP_CALL void __wp_grid_sync();
__WP_CALL void __wp_cluster_sync();
__WP_CALL void __wp_tile_sync(unsigned threads);
__WP_CALL unsigned __wp_tile_word(unsigned threads, unsigned word, unsigned rank);
__WP_CALL void __wp_group_memcpy_async(void *destination, const void *source, size_t bytes, unsigned rank, unsigned threads);
__WP_CALL void __wp_group_wait(unsigned pending);
__WP_CALL void __wp_pipeline_memcpy_async(void *destination, const void *source, size_t bytes, size_t cleared);
__WP_CALL void __wp_pipeline_copy_aligned(void *destination, const void *source, size_t bytes, size_t cleared);
__WP_CALL void __wp_order_fence(int order, int scope, int place);
__WP_CALL void __wp_pipeline_commit();
__WP_CALL void __wp_pipeline_wait_prior(size_t pending);
__WP_CALL void __wp_barrier_init(void *barrier, long count);
__WP_CALL void __wp_pipeline_shared(void *state, int step);
__WP_CALL unsigned long long __wp_barrier_arrive(void *barrier, unsigned count);
__WP_CALL void __wp_barrier_wait(void *barrier, unsigned long long phase);
__WP_PURE float __wp_texture_float(unsigned long long handle, int kind, int component, double x, double y, double z, double w);
__WP_PURE int __wp_texture_int(unsigned long long handle, int kind, int component, double x, double y, double z, double w);
__WP_CALL float __wp_surface_read_float(unsigned long long handle, int kind, int component, int x, int y, int z);
__WP_CALL int __wp_surface_read_int(unsigned long long handle, int kind, int component, int x, int y, int z);
__WP_CALL void __wp_surface_write(unsigned long long handle, int kind, int bytes, int x, int y, int z);
__WP_CALL void __wp_wmma_load(const void *tile, unsigned stride, int rows, int columns, int element_bytes, int columns_first, int fragment);
__WP_CALL void __wp_wmma_product();
__WP_CALL void __wp_wmma_store(void *tile, unsigned stride, int rows, int columns, int element_bytes, int columns_first, int fragment);
__WP_CALL float __wp_wmma_value(int element);
__WP_CALL bool __wp_elect();
__WP_PURE unsigned __wp_curand_word(unsigned long long seed, unsigned long long sequence, unsigned index);
__WP_CALL unsigned __int128 __wp_atomic_cas_128(void *address, unsigned __int128 compare, unsigned __int128 value);
}
#endif
