// The scope of cuda::atomic and cuda::atomic_ref: threads of two blocks share no operation of block scope.
#include <cuda/atomic>

// expect: store_device race=proved
__global__ void store_device(int *o) {
  cuda::atomic_ref<int, cuda::thread_scope_device>(o[0]).store((int)threadIdx.x + (int)blockIdx.x);
}

// expect: store_block race=refuted
__global__ void store_block(int *o) {
  cuda::atomic_ref<int, cuda::thread_scope_block>(o[0]).store((int)threadIdx.x + (int)blockIdx.x); // race: atomic-atomic o
}

// expect: and_device race=proved
__global__ void and_device(unsigned *o) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device>(o[0]).fetch_and(blockIdx.x);
}

// expect: and_block race=refuted
__global__ void and_block(unsigned *o) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_block>(o[0]).fetch_and(blockIdx.x); // race: atomic-atomic o
}

// Each block has a cell of its own.
// expect: own_cell race=proved
__global__ void own_cell(unsigned long long *o) {
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_block> cell(o[blockIdx.x]);
  unsigned long long expected = cell.load();
  cell.compare_exchange_strong(expected, threadIdx.x);
}

// expect: neighbour_cell race=refuted
__global__ void neighbour_cell(unsigned long long *o) {
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_block> cell(o[blockIdx.x / 2]);
  cell.exchange(threadIdx.x); // race: atomic-atomic o
}

// A thread's own scope makes nothing atomic for others.
// expect: store_thread race=refuted
__global__ void store_thread(int *o) {
  cuda::atomic_ref<int, cuda::thread_scope_thread>(o[0]).store((int)threadIdx.x); // race: write-write o
}
