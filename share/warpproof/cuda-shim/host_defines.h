/* In front of the toolkit's: ends what cuda.h beside it began. */
#ifdef __WP_CONST_GETTERS
#undef always_inline
#undef __WP_CONST_GETTERS
#endif
#include_next <host_defines.h>
/* The runtime's functions get bodies without debug information later (__warpproof_host.h). A call before those would give the declaration
 * some, and LLVM then drops the debug information of the whole module, with every line. */
#ifdef __WARPPROOF_HOST__
#undef CUDARTAPI
#define CUDARTAPI __attribute__((nodebug))
#endif
