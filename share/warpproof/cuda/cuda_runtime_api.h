/* Everything this header declares in a CUDA toolkit is in the headers that are forced in. */
#pragma once
#include <__warpproof_cuda.h>
