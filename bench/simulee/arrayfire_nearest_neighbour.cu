// An instance of ArrayFire's template.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/nearest_neighbour.hpp>

template __global__ void cuda::kernel::select_matches<float>(Param<unsigned>, Param<float>, const unsigned *, const float *, const unsigned,
                                                            const unsigned, const float);
