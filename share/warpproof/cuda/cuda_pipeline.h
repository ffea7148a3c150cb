/* Asynchronous copies of one thread, in batches. */
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_
#pragma clang system_header
#include <__warpproof_cuda.h>
__WP_DEVICE void __pipeline_memcpy_async(void *destination, const void *source, size_t bytes, size_t cleared = 0) {
  __wp_pipeline_copy_aligned(destination, source, bytes, cleared);
}
__WP_DEVICE void __pipeline_commit() { __wp_pipeline_commit(); }
__WP_DEVICE void __pipeline_wait_prior(size_t pending) { __wp_pipeline_wait_prior(pending); }
namespace nvcuda {
namespace experimental {
class pipeline {
  size_t stage = 0;

 public:
  __WP_DEVICE size_t commit() {
    __wp_pipeline_commit();
    return stage++;
  }
  __WP_DEVICE void commit_and_wait() {
    __wp_pipeline_commit();
    __wp_pipeline_wait_prior(0);
  }
  __WP_DEVICE void wait(size_t of) { __wp_pipeline_wait_prior(stage - 1 - of); } /* batches after that one may still be on their way */
  template <unsigned n> __WP_DEVICE void wait_prior() { __wp_pipeline_wait_prior(n); }
};
template <class T> __WP_DEVICE void memcpy_async(T &destination, const T &source, pipeline &) {
  __wp_pipeline_memcpy_async(&destination, &source, sizeof(T), 0);
}
}  // namespace experimental
}  // namespace nvcuda
#endif
