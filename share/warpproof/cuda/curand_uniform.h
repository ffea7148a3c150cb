/* The device interface of cuRAND is in one header. */
#pragma once
#include <curand_kernel.h>
