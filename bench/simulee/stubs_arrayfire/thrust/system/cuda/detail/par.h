// The bundled header of execution policies.
#pragma once
#include <thrust/execution_policy.h>
