/* The sizes of arrays that a launch decides: memory behind pointer parameters
   (--extent) and dynamic shared memory (--dynamic-shared). */
#ifndef WP_CHECK_EXTENTS_H
#define WP_CHECK_EXTENTS_H

#include "check/check.h"

struct extents {
    const term_ref *bytes;       /* by array of the protocol, 64 bits; TERM_NONE where options give no size */
    const term_ref *elements;    /* by array: the number of elements, where options give that */
    const char *const *problems; /* by array: why the size that options give cannot be used, or NULL */
};

/* Made of the options, in `arena`. An array has its parameter's name; memory
   behind a field of a struct parameter is named as the protocol names it. */
struct extents extents_make(struct arena *arena, struct protocol *protocol, const struct check_options *options);

/* Adds what wp_extent states, unless an option states another size. */
void extents_add_stated(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, struct check_options *options);

#endif
