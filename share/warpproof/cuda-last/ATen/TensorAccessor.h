/* See __wp_torch/tensor.h. */
#pragma once
#pragma clang system_header
#include <__wp_torch/tensor.h>
