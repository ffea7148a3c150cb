// An instance of ArrayFire's template.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/scan_dim_by_key_impl.hpp>

template __global__ void cuda::kernel::scan_dim_nonfinal_kernel<float, int, float, af_add_t, 1, 8, true>(
    Param<float>, Param<float>, Param<char>, Param<int>, CParam<float>, CParam<int>, uint, uint, uint);
