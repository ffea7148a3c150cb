/* What is compiled once for the host halves of files: the bundled headers, and headers of C++ that take long and that no macro of a
 * program changes (`assert.h` is none). A program sees more of them than it includes; one that this disturbs is compiled without. */
#include "__warpproof_cuda.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
