// An instance of gunrock's template.
#include <gunrock/util/join.cuh>

template __global__ void gunrock::util::WriteToPartial<int, int>(const int *const, const int *const, const int *const,
                                                                 const int *const, const int, const int, int *);
