/* Annotations for profilers, for host code that is only type-checked. */
#ifndef NVTOOLSEXT_H_
#define NVTOOLSEXT_H_
#pragma clang system_header
#include <__warpproof_cuda.h>
typedef unsigned long long nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxEventAttributes_v2 {
  unsigned short version, size; unsigned category; int colorType; unsigned color; int payloadType, reserved0;
  union { unsigned long long ullValue; double dValue; } payload;
  int messageType; union { const char *ascii; } message;
} nvtxEventAttributes_t;
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_TYPE_ASCII 1
extern "C" {
int nvtxRangePushA(...), nvtxRangePush(...), nvtxRangePushEx(...), nvtxRangePop(...), nvtxMarkA(...), nvtxMark(...),
  nvtxMarkEx(...), nvtxRangeEnd(...), nvtxNameOsThreadA(...);
nvtxRangeId_t nvtxRangeStartA(...), nvtxRangeStartEx(...);
}
#endif
