// An instance of ArrayFire's template.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/ireduce.hpp>

template __global__ void cuda::kernel::ireduce_first_kernel<float, af_min_t, true, 128>(Param<float>, uint *, CParam<float>, const uint *, uint,
                                                                                       uint, uint);
