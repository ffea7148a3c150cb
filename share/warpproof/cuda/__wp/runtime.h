/* The CUDA runtime's types and functions, so that host code in a CUDA file type-checks. Nothing here reaches the bitcode.
 * Functions take any arguments: whether a host call is right is not this tool's business. Functions and members that newer
 * toolkits removed are here beside new ones. */
#ifndef __WP_RUNTIME_H
#define __WP_RUNTIME_H
#pragma clang system_header

#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "runtime_enums.h"

typedef enum cudaError cudaError_t;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphDeviceUpdatableNode_st *cudaGraphDeviceNode_t;
typedef struct CUuserObject_st *cudaUserObject_t;
typedef struct CUfunc_st *cudaFunction_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUlib_st *cudaLibrary_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef unsigned long long cudaGraphConditionalHandle;
typedef enum cudaOutputMode { cudaKeyValuePair, cudaCSV } cudaOutputMode_t;
typedef enum cudaLaunchAttributeID cudaLaunchAttributeID;
typedef enum cudaLaunchMemSyncDomain cudaLaunchMemSyncDomain;
typedef enum cudaGraphInstantiateResult cudaGraphInstantiateResult;
typedef void (*cudaHostFn_t)(void *);
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
typedef struct CUuuid_st { char bytes[16]; } CUuuid, cudaUUID_t;
typedef struct cudaIpcEventHandle_st { char reserved[64]; } cudaIpcEventHandle_t;
typedef struct cudaIpcMemHandle_st { char reserved[64]; } cudaIpcMemHandle_t;
struct cudaMemPoolPtrExportData { unsigned char reserved[64]; };
typedef struct cudaMemFabricHandle_st { char reserved[64]; } cudaMemFabricHandle_t;

struct cudaChannelFormatDesc { int x, y, z, w; enum cudaChannelFormatKind f; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaMemcpy3DParms {
  cudaArray_t srcArray; struct cudaPos srcPos; struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray; struct cudaPos dstPos; struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent; enum cudaMemcpyKind kind;
};
struct cudaMemcpy3DPeerParms {
  cudaArray_t srcArray; struct cudaPos srcPos; struct cudaPitchedPtr srcPtr; int srcDevice;
  cudaArray_t dstArray; struct cudaPos dstPos; struct cudaPitchedPtr dstPtr; int dstDevice;
  struct cudaExtent extent;
};
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaKernelNodeParams { void *func; dim3 gridDim, blockDim; unsigned sharedMemBytes; void **kernelParams, **extra; };
struct cudaMemcpyNodeParams { int flags, reserved[3]; struct cudaMemcpy3DParms copyParams; };
struct cudaMemLocation { enum cudaMemLocationType type; int id; };
struct cudaMemAccessDesc { struct cudaMemLocation location; enum cudaMemAccessFlags flags; };
struct cudaMemPoolProps {
  enum cudaMemAllocationType allocType; enum cudaMemAllocationHandleType handleTypes; struct cudaMemLocation location;
  void *win32SecurityAttributes; size_t maxSize; unsigned short usage; unsigned char reserved[54];
};
struct cudaMemAllocNodeParams {
  struct cudaMemPoolProps poolProps; const struct cudaMemAccessDesc *accessDescs; size_t accessDescCount, bytesize; void *dptr;
};
struct cudaConditionalNodeParams {
  cudaGraphConditionalHandle handle; enum cudaGraphConditionalNodeType type; unsigned size; cudaGraph_t *phGraph_out;
};
struct cudaGraphNodeParams {
  enum cudaGraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    struct cudaKernelNodeParams kernel; struct cudaMemcpyNodeParams memcpy; struct cudaMemsetParams memset;
    struct cudaHostNodeParams host; struct cudaMemAllocNodeParams alloc; struct cudaConditionalNodeParams conditional;
  };
};
typedef struct cudaGraphEdgeData_st { unsigned char from_port, to_port, type, reserved[5]; } cudaGraphEdgeData;
typedef struct cudaGraphInstantiateParams_st {
  unsigned long long flags; cudaStream_t uploadStream; cudaGraphNode_t errNode_out; cudaGraphInstantiateResult result_out;
} cudaGraphInstantiateParams;
typedef struct cudaGraphExecUpdateResultInfo_st {
  enum cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode;
} cudaGraphExecUpdateResultInfo;
struct cudaAccessPolicyWindow { void *base_ptr; size_t num_bytes; float hitRatio; enum cudaAccessProperty hitProp, missProp; };
typedef union cudaLaunchAttributeValue {
  char pad[64];
  struct cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  enum cudaSynchronizationPolicy syncPolicy;
  struct { unsigned x, y, z; } clusterDim;
  enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  int priority;
  cudaLaunchMemSyncDomain memSyncDomain;
  unsigned sharedMemCarveout;
} cudaLaunchAttributeValue, cudaStreamAttrValue, cudaKernelNodeAttrValue;
typedef cudaLaunchAttributeID cudaStreamAttrID, cudaKernelNodeAttrID;
typedef struct cudaLaunchAttribute_st { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; } cudaLaunchAttribute;
typedef struct cudaLaunchConfig_st {
  dim3 gridDim, blockDim; size_t dynamicSmemBytes; cudaStream_t stream; cudaLaunchAttribute *attrs; unsigned numAttrs;
} cudaLaunchConfig_t;
struct cudaLaunchParams { void *func; dim3 gridDim, blockDim; void **args; size_t sharedMem; cudaStream_t stream; };
struct cudaPointerAttributes { enum cudaMemoryType type, memoryType; int device; void *devicePointer, *hostPointer; int isManaged; };
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
  int clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth, clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed;
};
struct cudaResourceDesc {
  enum cudaResourceType resType;
  union {
    struct { cudaArray_t array; } array;
    struct { cudaMipmappedArray_t mipmap; } mipmap;
    struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
struct cudaResourceViewDesc {
  enum cudaResourceViewFormat format; size_t width, height, depth; unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};
struct cudaTextureDesc {
  enum cudaTextureAddressMode addressMode[3]; enum cudaTextureFilterMode filterMode; enum cudaTextureReadMode readMode; int sRGB;
  float borderColor[4]; int normalizedCoords; unsigned maxAnisotropy; enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp; int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaExternalMemoryHandleDesc {
  enum cudaExternalMemoryHandleType type;
  union { int fd; struct { void *handle; const void *name; } win32; const void *nvSciBufObject; } handle;
  unsigned long long size; unsigned flags;
};
struct cudaExternalMemoryBufferDesc { unsigned long long offset, size; unsigned flags; };
struct cudaExternalMemoryMipmappedArrayDesc {
  unsigned long long offset; struct cudaChannelFormatDesc formatDesc; struct cudaExtent extent; unsigned flags, numLevels;
};
struct cudaExternalSemaphoreHandleDesc {
  enum cudaExternalSemaphoreHandleType type;
  union { int fd; struct { void *handle; const void *name; } win32; const void *nvSciSyncObj; } handle;
  unsigned flags;
};
struct __wp_semaphore_params {
  struct {
    struct { unsigned long long value; } fence;
    union { void *fence; unsigned long long reserved; } nvSciSync;
    struct { unsigned long long key; unsigned timeoutMs; } keyedMutex;
  } params;
  unsigned flags;
};
struct cudaExternalSemaphoreSignalParams : __wp_semaphore_params {};
struct cudaExternalSemaphoreWaitParams : __wp_semaphore_params {};
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem, textureAlignment, texturePitchAlignment, surfaceAlignment;
  size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin, reservedSharedMemPerBlock;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], major, minor, clockRate, deviceOverlap;
  int multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3];
  int maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2];
  int maxTexture2DLayered[3], maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
  int maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing;
  int memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported, regsPerMultiprocessor, managedMemory;
  int isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess;
  int concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch;
  int cooperativeMultiDeviceLaunch, pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize, hostRegisterSupported, sparseCudaArraySupported;
  int hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions, memoryPoolSupportedHandleTypes;
  int gpuDirectRDMAWritesOrdering, deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
};

/* Flags. Programs test some of them with #ifdef. */
#define cudaArrayColorAttachment 0x20
#define cudaArrayCubemap 0x04
#define cudaArrayDefault 0x00
#define cudaArrayDeferredMapping 0x80
#define cudaArrayLayered 0x01
#define cudaArraySparse 0x40
#define cudaArraySparsePropertiesSingleMipTail 0x1
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayTextureGather 0x08
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceLmemResizeToMax 0x10
#define cudaDeviceMapHost 0x08
#define cudaDeviceMask 0xff
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceScheduleMask 0x07
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceSyncMemops 0x80
#define cudaEventBlockingSync 0x01
#define cudaEventDefault 0x00
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault 0x00
#define cudaEventWaitExternal 0x01
#define cudaExternalMemoryDedicated 0x1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync 0x02
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortLaunchCompletion 2
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaHostAllocDefault 0x00
#define cudaHostAllocMapped 0x02
#define cudaHostAllocPortable 0x01
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterReadOnly 0x08
#define cudaInitDeviceFlagsAreValid 0x01
#define cudaIpcMemLazyEnablePeerAccess 0x01
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaMemPoolCreateUsageHwDecompress 0x2
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01
#define cudaPeerAccessDefault 0x00
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceTypeCubemapLayered 0xFC
#define cudaTextureType1D 0x01
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2D 0x02
#define cudaTextureType2DLayered 0xF2
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)
#define cudaDevicePropDontCare {}
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority

extern "C" {
cudaError_t cudaArrayGetInfo(...), cudaArrayGetMemoryRequirements(...), cudaArrayGetPlane(...), cudaArrayGetSparseProperties(...),
  cudaBindSurfaceToArray(...), cudaBindTexture(...), cudaBindTexture2D(...), cudaBindTextureToArray(...),
  cudaBindTextureToMipmappedArray(...), cudaChooseDevice(...), cudaCreateSurfaceObject(...), cudaCreateTextureObject(...),
  cudaCtxResetPersistingL2Cache(...), cudaDestroyExternalMemory(...), cudaDestroyExternalSemaphore(...),
  cudaDestroySurfaceObject(...), cudaDestroyTextureObject(...), cudaDeviceCanAccessPeer(...), cudaDeviceDisablePeerAccess(...),
  cudaDeviceEnablePeerAccess(...), cudaDeviceFlushGPUDirectRDMAWrites(...), cudaDeviceGetAttribute(...),
  cudaDeviceGetByPCIBusId(...), cudaDeviceGetCacheConfig(...), cudaDeviceGetDefaultMemPool(...),
  cudaDeviceGetGraphMemAttribute(...), cudaDeviceGetHostAtomicCapabilities(...), cudaDeviceGetLimit(...),
  cudaDeviceGetMemPool(...), cudaDeviceGetNvSciSyncAttributes(...), cudaDeviceGetP2PAtomicCapabilities(...),
  cudaDeviceGetP2PAttribute(...), cudaDeviceGetPCIBusId(...), cudaDeviceGetSharedMemConfig(...),
  cudaDeviceGetStreamPriorityRange(...), cudaDeviceGetTexture1DLinearMaxWidth(...), cudaDeviceGraphMemTrim(...),
  cudaDeviceReset(...), cudaDeviceSetCacheConfig(...),
  cudaDeviceSetGraphMemAttribute(...), cudaDeviceSetLimit(...), cudaDeviceSetMemPool(...), cudaDeviceSetSharedMemConfig(...),
  cudaDeviceSynchronize(...), cudaDeviceUnregisterAsyncNotification(...), cudaDriverGetVersion(...), cudaEventCreate(...),
  cudaEventCreateWithFlags(...), cudaEventDestroy(...), cudaEventElapsedTime(...), cudaEventElapsedTime_v2(...),
  cudaEventQuery(...), cudaEventRecord(...), cudaEventRecordWithFlags(...), cudaEventSynchronize(...),
  cudaExternalMemoryGetMappedBuffer(...), cudaExternalMemoryGetMappedMipmappedArray(...), cudaFree(...), cudaFreeArray(...),
  cudaFreeAsync(...), cudaFreeHost(...), cudaFreeMipmappedArray(...), cudaFuncGetAttributes(...), cudaFuncGetName(...),
  cudaFuncGetParamInfo(...), cudaFuncSetAttribute(...), cudaFuncSetCacheConfig(...), cudaFuncSetSharedMemConfig(...),
  cudaGetChannelDesc(...), cudaGetDevice(...), cudaGetDeviceCount(...), cudaGetDeviceFlags(...), cudaGetDeviceProperties(...),
  cudaGetDeviceProperties_v2(...), cudaGetDriverEntryPoint(...), cudaGetDriverEntryPointByVersion(...), cudaGetExportTable(...),
  cudaGetFuncBySymbol(...), cudaGetKernel(...), cudaGetLastError(...), cudaGetMipmappedArrayLevel(...),
  cudaGetSurfaceObjectResourceDesc(...), cudaGetSurfaceReference(...), cudaGetTextureAlignmentOffset(...),
  cudaGetTextureObjectResourceDesc(...), cudaGetTextureObjectResourceViewDesc(...), cudaGetTextureObjectTextureDesc(...),
  cudaGetTextureReference(...), cudaGraphAddChildGraphNode(...), cudaGraphAddDependencies(...), cudaGraphAddEmptyNode(...),
  cudaGraphAddEventRecordNode(...), cudaGraphAddEventWaitNode(...), cudaGraphAddExternalSemaphoresSignalNode(...),
  cudaGraphAddExternalSemaphoresWaitNode(...), cudaGraphAddHostNode(...), cudaGraphAddKernelNode(...),
  cudaGraphAddMemAllocNode(...), cudaGraphAddMemFreeNode(...), cudaGraphAddMemcpyNode(...), cudaGraphAddMemcpyNode1D(...),
  cudaGraphAddMemcpyNodeFromSymbol(...), cudaGraphAddMemcpyNodeToSymbol(...), cudaGraphAddMemsetNode(...), cudaGraphAddNode(...),
  cudaGraphChildGraphNodeGetGraph(...), cudaGraphClone(...), cudaGraphConditionalHandleCreate(...), cudaGraphCreate(...),
  cudaGraphDebugDotPrint(...), cudaGraphDestroy(...), cudaGraphDestroyNode(...), cudaGraphEventRecordNodeGetEvent(...),
  cudaGraphEventRecordNodeSetEvent(...), cudaGraphEventWaitNodeGetEvent(...), cudaGraphEventWaitNodeSetEvent(...),
  cudaGraphExecChildGraphNodeSetParams(...), cudaGraphExecDestroy(...), cudaGraphExecEventRecordNodeSetEvent(...),
  cudaGraphExecEventWaitNodeSetEvent(...), cudaGraphExecExternalSemaphoresSignalNodeSetParams(...),
  cudaGraphExecExternalSemaphoresWaitNodeSetParams(...), cudaGraphExecGetFlags(...), cudaGraphExecHostNodeSetParams(...),
  cudaGraphExecKernelNodeSetParams(...), cudaGraphExecMemcpyNodeSetParams(...), cudaGraphExecMemcpyNodeSetParams1D(...),
  cudaGraphExecMemcpyNodeSetParamsFromSymbol(...), cudaGraphExecMemcpyNodeSetParamsToSymbol(...),
  cudaGraphExecMemsetNodeSetParams(...), cudaGraphExecNodeSetParams(...), cudaGraphExecUpdate(...),
  cudaGraphExternalSemaphoresSignalNodeGetParams(...), cudaGraphExternalSemaphoresSignalNodeSetParams(...),
  cudaGraphExternalSemaphoresWaitNodeGetParams(...), cudaGraphExternalSemaphoresWaitNodeSetParams(...), cudaGraphGetEdges(...),
  cudaGraphGetNodes(...), cudaGraphGetRootNodes(...), cudaGraphHostNodeGetParams(...), cudaGraphHostNodeSetParams(...),
  cudaGraphInstantiate(...), cudaGraphInstantiateWithFlags(...), cudaGraphInstantiateWithParams(...),
  cudaGraphKernelNodeCopyAttributes(...), cudaGraphKernelNodeGetAttribute(...), cudaGraphKernelNodeGetParams(...),
  cudaGraphKernelNodeSetAttribute(...), cudaGraphKernelNodeSetParams(...), cudaGraphLaunch(...),
  cudaGraphMemAllocNodeGetParams(...), cudaGraphMemFreeNodeGetParams(...), cudaGraphMemcpyNodeGetParams(...),
  cudaGraphMemcpyNodeSetParams(...), cudaGraphMemcpyNodeSetParams1D(...), cudaGraphMemcpyNodeSetParamsFromSymbol(...),
  cudaGraphMemcpyNodeSetParamsToSymbol(...), cudaGraphMemsetNodeGetParams(...), cudaGraphMemsetNodeSetParams(...),
  cudaGraphNodeFindInClone(...), cudaGraphNodeGetDependencies(...), cudaGraphNodeGetDependentNodes(...),
  cudaGraphNodeGetEnabled(...), cudaGraphNodeGetType(...), cudaGraphNodeSetEnabled(...), cudaGraphNodeSetParams(...),
  cudaGraphReleaseUserObject(...), cudaGraphRemoveDependencies(...), cudaGraphRetainUserObject(...), cudaGraphUpload(...),
  cudaGraphicsMapResources(...), cudaGraphicsResourceGetMappedMipmappedArray(...), cudaGraphicsResourceGetMappedPointer(...),
  cudaGraphicsResourceSetMapFlags(...), cudaGraphicsSubResourceGetMappedArray(...), cudaGraphicsUnmapResources(...),
  cudaGraphicsUnregisterResource(...), cudaHostAlloc(...), cudaHostGetDevicePointer(...), cudaHostGetFlags(...),
  cudaHostRegister(...), cudaHostUnregister(...), cudaImportExternalMemory(...), cudaImportExternalSemaphore(...),
  cudaInitDevice(...), cudaIpcCloseMemHandle(...), cudaIpcGetEventHandle(...), cudaIpcGetMemHandle(...),
  cudaIpcOpenEventHandle(...), cudaIpcOpenMemHandle(...), cudaKernelSetAttributeForDevice(...), cudaLaunch(...),
  cudaLaunchCooperativeKernel(...), cudaLaunchCooperativeKernelMultiDevice(...), cudaLaunchKernel(...),
  cudaLaunchKernelEx(...), cudaLaunchKernelExC(...), cudaLibraryEnumerateKernels(...), cudaLibraryGetGlobal(...),
  cudaLibraryGetKernel(...), cudaLibraryGetKernelCount(...), cudaLibraryGetManaged(...), cudaLibraryGetUnifiedFunction(...),
  cudaLibraryLoadData(...), cudaLibraryLoadFromFile(...), cudaLibraryUnload(...), cudaLogsCurrent(...), cudaLogsDumpToFile(...),
  cudaLogsDumpToMemory(...), cudaLogsRegisterCallback(...), cudaLogsUnregisterCallback(...), cudaMalloc(...), cudaMalloc3D(...),
  cudaMalloc3DArray(...), cudaMallocArray(...), cudaMallocAsync(...), cudaMallocFromPoolAsync(...), cudaMallocHost(...),
  cudaMallocManaged(...), cudaMallocMipmappedArray(...), cudaMallocPitch(...), cudaMemAdvise(...), cudaMemAdvise_v2(...),
  cudaMemDiscardAndPrefetchBatchAsync(...), cudaMemDiscardBatchAsync(...), cudaMemGetDefaultMemPool(...), cudaMemGetInfo(...),
  cudaMemGetMemPool(...), cudaMemPoolCreate(...), cudaMemPoolDestroy(...), cudaMemPoolExportPointer(...),
  cudaMemPoolExportToShareableHandle(...), cudaMemPoolGetAccess(...), cudaMemPoolGetAttribute(...),
  cudaMemPoolImportFromShareableHandle(...), cudaMemPoolImportPointer(...), cudaMemPoolSetAccess(...),
  cudaMemPoolSetAttribute(...), cudaMemPoolTrimTo(...), cudaMemPrefetchAsync(...), cudaMemPrefetchAsync_v2(...),
  cudaMemPrefetchBatchAsync(...), cudaMemRangeGetAttribute(...), cudaMemRangeGetAttributes(...), cudaMemSetMemPool(...),
  cudaMemcpy(...), cudaMemcpy2D(...), cudaMemcpy2DArrayToArray(...), cudaMemcpy2DAsync(...), cudaMemcpy2DFromArray(...),
  cudaMemcpy2DFromArrayAsync(...), cudaMemcpy2DToArray(...), cudaMemcpy2DToArrayAsync(...), cudaMemcpy3D(...),
  cudaMemcpy3DAsync(...), cudaMemcpy3DBatchAsync(...), cudaMemcpy3DPeer(...), cudaMemcpy3DPeerAsync(...),
  cudaMemcpyArrayToArray(...), cudaMemcpyAsync(...), cudaMemcpyBatchAsync(...), cudaMemcpyFromArray(...),
  cudaMemcpyFromArrayAsync(...), cudaMemcpyPeer(...), cudaMemcpyPeerAsync(...), cudaMemcpyToArray(...),
  cudaMemcpyToArrayAsync(...), cudaMemset(...), cudaMemset2D(...), cudaMemset2DAsync(...), cudaMemset3D(...),
  cudaMemset3DAsync(...), cudaMemsetAsync(...), cudaMipmappedArrayGetMemoryRequirements(...),
  cudaMipmappedArrayGetSparseProperties(...), cudaOccupancyAvailableDynamicSMemPerBlock(...),
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(...), cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(...),
  cudaOccupancyMaxActiveClusters(...), cudaOccupancyMaxPotentialBlockSize(...),
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(...), cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(...),
  cudaOccupancyMaxPotentialBlockSizeWithFlags(...), cudaOccupancyMaxPotentialClusterSize(...), cudaPeekAtLastError(...),
  cudaPointerGetAttributes(...), cudaProfilerInitialize(...), cudaProfilerStart(...), cudaProfilerStop(...),
  cudaRuntimeGetVersion(...), cudaSetDevice(...), cudaSetDeviceFlags(...), cudaSetDoubleForDevice(...), cudaSetDoubleForHost(...),
  cudaSetValidDevices(...), cudaSetupArgument(...), cudaSignalExternalSemaphoresAsync(...),
  cudaStreamAttachMemAsync(...), cudaStreamBeginCapture(...), cudaStreamBeginCaptureToGraph(...), cudaStreamCopyAttributes(...),
  cudaStreamCreate(...), cudaStreamCreateWithFlags(...), cudaStreamCreateWithPriority(...), cudaStreamDestroy(...),
  cudaStreamEndCapture(...), cudaStreamGetAttribute(...), cudaStreamGetCaptureInfo(...), cudaStreamGetCaptureInfo_v2(...),
  cudaStreamGetCaptureInfo_v3(...), cudaStreamGetDevice(...), cudaStreamGetFlags(...), cudaStreamGetId(...),
  cudaStreamGetPriority(...), cudaStreamIsCapturing(...), cudaStreamQuery(...), cudaStreamSetAttribute(...),
  cudaStreamSynchronize(...), cudaStreamUpdateCaptureDependencies(...), cudaStreamUpdateCaptureDependencies_v2(...),
  cudaStreamWaitEvent(...), cudaThreadExchangeStreamCaptureMode(...), cudaThreadExit(...), cudaThreadGetCacheConfig(...),
  cudaThreadGetLimit(...), cudaThreadSetCacheConfig(...), cudaThreadSetLimit(...), cudaThreadSynchronize(...),
  cudaUnbindTexture(...), cudaUserObjectRelease(...), cudaUserObjectRetain(...),
  cudaWaitExternalSemaphoresAsync(...);
/* With their types: a lambda is passed as the function that it converts to. */
cudaError_t cudaLaunchHostFunc(cudaStream_t, void (*)(void *), void *), cudaStreamAddCallback(cudaStream_t, void (*)(cudaStream_t, cudaError_t, void *), void *, unsigned);
cudaError_t cudaUserObjectCreate(cudaUserObject_t *, void *, void (*)(void *), unsigned, unsigned);
cudaError_t cudaDeviceRegisterAsyncNotification(int, void (*)(struct cudaAsyncNotificationInfo *, void *, struct cudaAsyncCallbackEntry *), void *, struct cudaAsyncCallbackEntry **);
const char *cudaGetErrorName(cudaError_t);
const char *cudaGetErrorString(cudaError_t);
__WP_CALL void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned);
/* What clang makes of <<<...>>>. */
int cudaConfigureCall(const dim3 &, const dim3 &, size_t = 0, cudaStream_t = 0);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
}
#ifndef __WARPPROOF_HOST__
template <class T> cudaError_t cudaMemcpyToSymbol(const T &, ...);
#endif
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &, ...);
cudaError_t cudaMemcpyFromSymbol(...);
cudaError_t cudaMemcpyFromSymbolAsync(...);
template <class P, class T> cudaError_t cudaGetSymbolAddress(P, const T &);
template <class T> cudaError_t cudaGetSymbolSize(size_t *, const T &);
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind);
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height) { return {pointer, pitch, width, height}; }
#endif
