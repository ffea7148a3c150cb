// An instance of ArrayFire's template.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/scan_dim.hpp>

template __global__ void cuda::kernel::scan_dim_kernel<float, float, af_add_t, 1, true, 8>(Param<float>, Param<float>, CParam<float>, uint, uint,
                                                                                          uint, uint);
