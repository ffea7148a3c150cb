/* The older place of the profiler annotations. */
#pragma once
#include <nvtx3/nvToolsExt.h>
