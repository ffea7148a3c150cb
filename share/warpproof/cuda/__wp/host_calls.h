/* What the host halves of bundled and of a toolkit's headers share (host.h, cuda-shim/__warpproof_host.h): functions without a body, which
 * src/llvm/host_*.c follows. No function here carries debug information: a call has the place of the program's call.
 *
 *   __wp_host_allocate   a new allocation of so many bytes; a call that fails is taken to have given one all the same
 *   __wp_host_status     some error code
 *   __wp_host_fill       writes something behind this pointer and does not keep it
 *   __wp_host_set        cudaMemset: writes so many bytes of this value
 *   __wp_host_copy       cudaMemcpy: copies so many bytes from the second pointer
 *   __wp_host_to_variable  cudaMemcpyToSymbol: the same, to a variable of the device
 *   __wp_host_disorder   streams that do not wait for the default stream
 *   __wp_host_device     another device may be the current one: it has variables of its own, and streams that do not wait for others'
 *   __wp_host_texture    a texture is made of memory of this kind (cudaResourceType), which lies there if it is linear
 *   __wp_host_pitch      the length of a row of so many bytes
 *   __wp_host_free       the allocation ends
 *   __wp_host_launch     a launch with a list of pointers to arguments; last: 0 if it is not cooperative, 1 if that is
 *                        not known, 2 if it is */
#ifndef __WP_HOST_CALLS_H
#define __WP_HOST_CALLS_H
#pragma clang system_header

#define __WP_HOST inline __attribute__((host, always_inline, nodebug))
#define __WP_STATUS ((cudaError_t)__wp_host_status())
extern "C" {
void *__wp_host_allocate(size_t);
int __wp_host_status();
void __wp_host_fill(void *__attribute__((noescape)), size_t);
void __wp_host_set(void *__attribute__((noescape)), int, size_t);
void __wp_host_copy(void *__attribute__((noescape)), const void *__attribute__((noescape)), size_t);
void __wp_host_to_variable(void *__attribute__((noescape)), const void *__attribute__((noescape)), size_t);
void __wp_host_disorder() __attribute__((nothrow));
void __wp_host_device();
size_t __wp_host_pitch(size_t);
void __wp_host_texture(int, const void *__attribute__((noescape))) __attribute__((nothrow));
void __wp_host_free(const void *);
void __wp_host_launch(const void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, size_t, void **, int) __attribute__((nothrow));
}

/* What stands between <<<...>>> and the kernel's stub. Sizes are references: by value, two of them would arrive in one number of 64 bits. */
struct __wp_host_configuration { unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z; size_t shared; };
inline __wp_host_configuration __wp_host_now;
extern "C" __WP_HOST int cudaConfigureCall(const dim3 &grid, const dim3 &block, size_t shared, cudaStream_t) {
  __wp_host_now.grid_x = grid.x; __wp_host_now.grid_y = grid.y; __wp_host_now.grid_z = grid.z;
  __wp_host_now.block_x = block.x; __wp_host_now.block_y = block.y; __wp_host_now.block_z = block.z;
  __wp_host_now.shared = shared;
  return 0;
}

/* *p is a new allocation of rows, each as long as *pitch says. */
__WP_HOST cudaError_t __wp_host_allocate_rows(void **p, size_t *pitch, size_t width, size_t height) {
  size_t row = __wp_host_pitch(width);
  __builtin_assume((long long)row >= 0);
  __builtin_assume(row >= width);
  __builtin_assume((long long)row < 1ll << 31); /* cudaDeviceProp.memPitch: the most that copies of rows take */
  *pitch = row;
  *p = __wp_host_allocate(row * height);
  return __WP_STATUS;
}
#endif
