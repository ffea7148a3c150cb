// Instances of ArrayFire's templates.
#include <backend.hpp>
#include <Param.hpp>
#include <kernel/hamming.hpp>

template __global__ void cuda::kernel::hamming_matcher_unroll<unsigned, 8, true>(unsigned *, unsigned *, CParam<unsigned>, CParam<unsigned>,
                                                                                 const unsigned);
template __global__ void cuda::kernel::hamming_matcher<unsigned, true>(unsigned *, unsigned *, CParam<unsigned>, CParam<unsigned>,
                                                                       const unsigned, const unsigned);
