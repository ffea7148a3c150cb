/* Rules broken on purpose: does the differential test notice? (tests/differential)
 *
 * In a build with -DWP_BREAKABLE the rule named by breakage_now is wrong where the code asks
 * BREAK(NAME) (warpproof takes the name from the environment: WP_BREAK); in every other build BREAK is the constant 0 and leaves nothing behind. */
#ifndef WP_BASE_BREAKAGE_H
#define WP_BASE_BREAKAGE_H

#include <stdbool.h>

enum breakage {
    BREAKAGE_NONE,
#define BREAKAGE(name, text, wrong) BREAKAGE_##name,
#include "base/breakage.def"
#undef BREAKAGE
    BREAKAGE_COUNT
};

const char *breakage_name(enum breakage breakage);
const char *breakage_text(enum breakage breakage);

#ifdef WP_BREAKABLE
/* Breaks the rule of that name from now on. False: there is no such rule. */
bool breakage_begin(const char *name);
extern enum breakage breakage_now;
#define BREAK(name) (breakage_now == BREAKAGE_##name)
#else
#define BREAK(name) 0
#endif

#endif
