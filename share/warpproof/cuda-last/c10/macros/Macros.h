/* See __wp_torch/numbers.h. */
#pragma once
#pragma clang system_header
#include <__wp_torch/numbers.h>
