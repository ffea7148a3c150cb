// Block barriers and their reductions, warp barriers, fences, clocks, special registers.
__global__ void kernel(int *out, unsigned long long *time) {
  int i = threadIdx.x;
  __syncthreads();
  out[i] = __syncthreads_count(i > 3) + __syncthreads_and(i) + __syncthreads_or(i == 7);
  __syncwarp();
  __syncwarp(0x0000ffffu);
  __barrier_sync(1);
  __barrier_sync_count(2, 64);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  time[i] = clock() + clock64();
  __nanosleep(100);
  if (__isShared(out) | __isLocal(out) | __isConstant(out) | !__isGlobal(out)) __trap();
  time[1] = __cvta_generic_to_shared(out) + __cvta_generic_to_global(out);
}
