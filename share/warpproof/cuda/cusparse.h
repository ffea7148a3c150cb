/* cuSPARSE, for host code that is only type-checked. */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_
#pragma clang system_header
#define CUSPARSEAPI
#include <cuComplex.h>
#include <library_types.h>
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpMMDescr *cusparseSpMMDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef enum {
  CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE,
  CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT, CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR } cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE } cusparseOperation_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 } cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG1 = 4 } cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL } cusparseSolvePolicy_t;
extern "C" {
const char *cusparseGetErrorName(cusparseStatus_t), *cusparseGetErrorString(cusparseStatus_t);
cusparseStatus_t cusparseCreate(...), cusparseDestroy(...), cusparseSetStream(...), cusparseGetVersion(...), cusparseSetPointerMode(...),
  cusparseCreateMatDescr(...), cusparseDestroyMatDescr(...), cusparseSetMatType(...), cusparseSetMatIndexBase(...),
  cusparseSetMatFillMode(...), cusparseSetMatDiagType(...), cusparseCreateCsr(...), cusparseCreateCoo(...), cusparseCreateCsc(...),
  cusparseCreateDnVec(...), cusparseCreateDnMat(...), cusparseCreateSpVec(...), cusparseDestroySpMat(...), cusparseDestroyDnVec(...),
  cusparseDestroyDnMat(...), cusparseDestroySpVec(...), cusparseDnVecSetValues(...), cusparseSpMatSetAttribute(...), cusparseSpMV(...),
  cusparseSpMV_bufferSize(...), cusparseSpMV_preprocess(...), cusparseSpMM(...), cusparseSpMM_bufferSize(...), cusparseSpSV_createDescr(...),
  cusparseSpSV_destroyDescr(...), cusparseSpSV_bufferSize(...), cusparseSpSV_analysis(...), cusparseSpSV_solve(...),
  cusparseCreateCsrilu02Info(...), cusparseDestroyCsrilu02Info(...), cusparseScsrilu02_bufferSize(...), cusparseScsrilu02_analysis(...),
  cusparseScsrilu02(...), cusparseDcsrilu02_bufferSize(...), cusparseDcsrilu02_analysis(...), cusparseDcsrilu02(...), cusparseScsrmv(...),
  cusparseDcsrmv(...), cusparseXcoo2csr(...), cusparseXcsr2coo(...);
}
#endif
