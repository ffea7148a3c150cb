/* Sharing buffers with OpenGL, for host code that is only type-checked. */
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__
#pragma clang system_header
#include <__warpproof_cuda.h>
enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame, cudaGLDeviceListNextFrame };
extern "C" {
cudaError_t cudaGLGetDevices(...), cudaGraphicsGLRegisterImage(...), cudaGraphicsGLRegisterBuffer(...), cudaGLSetGLDevice(...),
  cudaGLRegisterBufferObject(...), cudaGLMapBufferObject(...), cudaGLMapBufferObjectAsync(...), cudaGLUnmapBufferObject(...),
  cudaGLUnmapBufferObjectAsync(...), cudaGLUnregisterBufferObject(...), cudaGLSetBufferObjectMapFlags(...);
}
#endif
