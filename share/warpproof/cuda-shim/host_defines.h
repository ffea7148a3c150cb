/* In front of the toolkit's: ends what cuda.h beside it began. */
#ifdef __WP_CONST_GETTERS
#undef always_inline
#undef __WP_CONST_GETTERS
#endif
#include_next <host_defines.h>
