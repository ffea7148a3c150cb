/* All of cooperative groups is in one header. */
#pragma once
#include <cooperative_groups.h>
