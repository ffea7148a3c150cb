/* Thrust, as far as host code needs it to type-check. */
#pragma once
#include <__wp/thrust.h>
