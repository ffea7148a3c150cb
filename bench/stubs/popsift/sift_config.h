/* In place of the header that popsift's build makes: a device with shuffles that take a mask. */
#define POPSIFT_IS_DEFINED(feature) feature
#define POPSIFT_HAVE_SHFL_DOWN_SYNC 1
#define POPSIFT_HAVE_NORMF 0
#define POPSIFT_DISABLE_GRID_FILTER 0
#define POPSIFT_USE_NVTX 0
