// An instance of ArrayFire's template; computeMedian is no template.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/homography.hpp>

template __global__ void cuda::kernel::buildLinearSystem<float>(Param<float>, Param<float>, Param<float>, CParam<float>, CParam<float>,
                                                               CParam<float>, CParam<float>, CParam<float>, const unsigned);
