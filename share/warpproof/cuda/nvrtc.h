/* Run-time compilation, for host code that is only type-checked. */
#ifndef __NVRTC_H__
#define __NVRTC_H__
#pragma clang system_header
#include <__warpproof_cuda.h>
typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum { NVRTC_SUCCESS, NVRTC_ERROR_OUT_OF_MEMORY, NVRTC_ERROR_PROGRAM_CREATION_FAILURE, NVRTC_ERROR_INVALID_INPUT, NVRTC_ERROR_INVALID_PROGRAM, NVRTC_ERROR_INVALID_OPTION, NVRTC_ERROR_COMPILATION } nvrtcResult;
extern "C" {
const char *nvrtcGetErrorString(nvrtcResult);
nvrtcResult nvrtcVersion(...), nvrtcCreateProgram(...), nvrtcDestroyProgram(...), nvrtcCompileProgram(...), nvrtcGetPTXSize(...),
  nvrtcGetPTX(...), nvrtcGetCUBINSize(...), nvrtcGetCUBIN(...), nvrtcGetProgramLogSize(...), nvrtcGetProgramLog(...),
  nvrtcAddNameExpression(...), nvrtcGetLoweredName(...);
}
#endif
