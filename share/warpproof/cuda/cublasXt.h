/* cuBLAS over several devices: only the types. */
#pragma once
#include <cublas_v2.h>
