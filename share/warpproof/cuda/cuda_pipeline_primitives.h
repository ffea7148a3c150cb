/* The primitives are in one header with the class. */
#pragma once
#include <cuda_pipeline.h>
