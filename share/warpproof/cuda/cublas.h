/* The older interface of cuBLAS: its types and functions are with the newer one. */
#pragma once
#include <cublas_v2.h>
