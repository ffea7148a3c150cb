/* cuBLAS, for host code that is only type-checked. */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#pragma clang system_header
#include <__warpproof_cuda.h>
#define CUBLAS_API_H_
#define CUBLAS_H_
#include <cuComplex.h>
#include <library_types.h>
typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16 } cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_CONJG } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 } cublasGemmAlgo_t;
typedef enum { CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH } cublasMath_t;
typedef enum { CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32I = 72 }
  cublasComputeType_t;
extern "C" {
cublasStatus_t cublasCreate(...), cublasCreate_v2(...), cublasDestroy(...), cublasDestroy_v2(...), cublasGetVersion(...),
  cublasSetStream(...), cublasGetStream(...), cublasSetWorkspace(...), cublasGetPointerMode(...), cublasSetPointerMode(...),
  cublasGetAtomicsMode(...), cublasSetAtomicsMode(...), cublasGetMathMode(...), cublasSetMathMode(...), cublasSetVector(...),
  cublasGetVector(...), cublasSetMatrix(...), cublasGetMatrix(...), cublasSetVectorAsync(...), cublasGetVectorAsync(...),
  cublasSetMatrixAsync(...), cublasGetMatrixAsync(...), cublasGemmEx(...), cublasGemmBatchedEx(...),
  cublasGemmStridedBatchedEx(...), cublasAxpyEx(...), cublasDotEx(...), cublasNrm2Ex(...), cublasScalEx(...), cublasInit(...),
  cublasShutdown(...), cublasAlloc(...), cublasFree(...), cublasLoggerConfigure(...), cublasSaxpy(...), cublasScopy(...),
  cublasSswap(...), cublasSscal(...), cublasSrot(...), cublasSrotg(...), cublasSrotm(...), cublasSrotmg(...), cublasSdot(...),
  cublasSnrm2(...), cublasSasum(...), cublasSgemv(...), cublasSgbmv(...), cublasStrmv(...), cublasStbmv(...), cublasStpmv(...),
  cublasStrsv(...), cublasStbsv(...), cublasStpsv(...), cublasSsymv(...), cublasSsbmv(...), cublasSspmv(...), cublasSger(...),
  cublasSsyr(...), cublasSspr(...), cublasSsyr2(...), cublasSspr2(...), cublasSgemm(...), cublasSsymm(...), cublasSsyrk(...),
  cublasSsyr2k(...), cublasStrmm(...), cublasStrsm(...), cublasSgemmBatched(...), cublasSgemmStridedBatched(...),
  cublasStrsmBatched(...), cublasSgetrfBatched(...), cublasSgetrsBatched(...), cublasSgetriBatched(...), cublasSgeam(...),
  cublasSdgmm(...), cublasSgeqrfBatched(...), cublasSgelsBatched(...), cublasSmatinvBatched(...), cublasSsyrkx(...),
  cublasSgemmEx(...), cublasDaxpy(...), cublasDcopy(...), cublasDswap(...), cublasDscal(...), cublasDrot(...), cublasDrotg(...),
  cublasDrotm(...), cublasDrotmg(...), cublasDdot(...), cublasDnrm2(...), cublasDasum(...), cublasDgemv(...), cublasDgbmv(...),
  cublasDtrmv(...), cublasDtbmv(...), cublasDtpmv(...), cublasDtrsv(...), cublasDtbsv(...), cublasDtpsv(...), cublasDsymv(...),
  cublasDsbmv(...), cublasDspmv(...), cublasDger(...), cublasDsyr(...), cublasDspr(...), cublasDsyr2(...), cublasDspr2(...),
  cublasDgemm(...), cublasDsymm(...), cublasDsyrk(...), cublasDsyr2k(...), cublasDtrmm(...), cublasDtrsm(...),
  cublasDgemmBatched(...), cublasDgemmStridedBatched(...), cublasDtrsmBatched(...), cublasDgetrfBatched(...),
  cublasDgetrsBatched(...), cublasDgetriBatched(...), cublasDgeam(...), cublasDdgmm(...), cublasDgeqrfBatched(...),
  cublasDgelsBatched(...), cublasDmatinvBatched(...), cublasDsyrkx(...), cublasDgemmEx(...), cublasCaxpy(...), cublasCcopy(...),
  cublasCswap(...), cublasCscal(...), cublasCgemv(...), cublasCgemm(...), cublasCsymm(...), cublasChemm(...), cublasCsyrk(...),
  cublasCherk(...), cublasCtrmm(...), cublasCtrsm(...), cublasCdotu(...), cublasCdotc(...), cublasCgeru(...), cublasCgerc(...),
  cublasChemv(...), cublasCher(...), cublasCher2(...), cublasCgemmBatched(...), cublasCgemmStridedBatched(...), cublasCgeam(...),
  cublasCdgmm(...), cublasCtrsmBatched(...), cublasCgetrfBatched(...), cublasCgetriBatched(...), cublasZaxpy(...),
  cublasZcopy(...), cublasZswap(...), cublasZscal(...), cublasZgemv(...), cublasZgemm(...), cublasZsymm(...), cublasZhemm(...),
  cublasZsyrk(...), cublasZherk(...), cublasZtrmm(...), cublasZtrsm(...), cublasZdotu(...), cublasZdotc(...), cublasZgeru(...),
  cublasZgerc(...), cublasZhemv(...), cublasZher(...), cublasZher2(...), cublasZgemmBatched(...), cublasZgemmStridedBatched(...),
  cublasZgeam(...), cublasZdgmm(...), cublasZtrsmBatched(...), cublasZgetrfBatched(...), cublasZgetriBatched(...),
  cublasIsamax(...), cublasIdamax(...), cublasIsamin(...), cublasIdamin(...), cublasIcamax(...), cublasIzamax(...),
  cublasScnrm2(...), cublasDznrm2(...), cublasScasum(...), cublasDzasum(...), cublasHgemm(...), cublasHgemmBatched(...),
  cublasHgemmStridedBatched(...), cublasCsscal(...), cublasZdscal(...);
const char *cublasGetStatusName(cublasStatus_t), *cublasGetStatusString(cublasStatus_t);
}
#endif
