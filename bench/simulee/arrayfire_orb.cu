// An instance of ArrayFire's template.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/orb.hpp>

template __global__ void cuda::kernel::harris_response<float, false>(float *, float *, const float *, const float *, const float *, const unsigned,
                                                                    CParam<float>, const unsigned, const float, const unsigned);
