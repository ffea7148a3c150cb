/* What clang's diagnostics say about the headers of an attempt: whether others might help. */
#ifndef WP_FRONT_DIAGNOSIS_H
#define WP_FRONT_DIAGNOSIS_H

#include <stdbool.h>

#include "base/arena.h"

struct diagnosis {
    bool lacks_declarations;    /* an unknown type, name, member or overload */
    const char *missing_header; /* of the first "file not found"; NULL: none */
};

struct diagnosis diagnosis_make(struct arena *arena, const char *diagnostics);

/* The diagnostics without the closing count of errors. */
char *diagnosis_trim(struct arena *arena, const char *diagnostics);

#endif
