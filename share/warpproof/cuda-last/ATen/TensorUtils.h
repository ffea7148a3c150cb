/* See __wp_torch/cuda.h. */
#pragma once
#pragma clang system_header
#include <__wp_torch/cuda.h>
