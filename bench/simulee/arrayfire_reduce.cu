// An instance of ArrayFire's template.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/reduce.hpp>

template __global__ void cuda::kernel::reduce_first_kernel<float, float, af_add_t, 128>(Param<float>, CParam<float>, uint, uint, uint);
