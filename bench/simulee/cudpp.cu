// Two instances of cudpp's templates.
#include <spmvmult_kernel.cuh>

template __global__ void sparseMatrixVectorFetchAndMultiply<float, true>(unsigned *, float *, const float *, const float *,
                                                                         const unsigned *, unsigned);
template __global__ void yGather<float>(float *, const float *, const unsigned *, unsigned);
