/* The helpers of helper_string.h and helper_timer.h, and images, for host code that is only type-checked. */
#pragma once
#pragma clang system_header
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include <helper_string.h>
#include <helper_timer.h>
#include <helper_image.h>
