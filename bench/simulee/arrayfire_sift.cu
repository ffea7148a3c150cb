// An instance of ArrayFire's template.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/sift.hpp>

template __global__ void cuda::kernel::computeDescriptor<float>(float *, const unsigned, const unsigned, const float *, const float *,
                                                               const unsigned *, const float *, const float *, const float *, const unsigned,
                                                               const CParam<float>, const int, const int, const float, const float, const int);
