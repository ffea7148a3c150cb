// cuda::atomic, cuda::barrier and cuda::pipeline.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/type_traits>
__global__ void kernel(int *a, float *f) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float tile[64];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, blockDim.x);
  block.sync();
  auto token = bar.arrive();
  bar.wait(static_cast<decltype(token) &&>(token));
  cuda::memcpy_async(block, tile, f, sizeof tile, bar);
  bar.arrive_and_wait();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(tile + threadIdx.x, f + threadIdx.x, cuda::aligned_size_t<4>(4), pipe);
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  cuda::atomic_ref<int, cuda::thread_scope_device> cell(a[0]);
  cell.fetch_add(1, cuda::std::memory_order_relaxed);
  cell.store(cell.load(cuda::memory_order_acquire) + 1);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}
