/* Rules of the calculus broken on purpose: does a test notice? (tests/calculus)
 *
 * As base/breakage.h, with a table of its own (breakage.def): where CALCULUS_BREAKABLE is defined
 * the rule named by calculus_breakage is wrong; elsewhere CALCULUS_BREAK is the constant 0. */
#ifndef WP_CALCULUS_BREAKAGE_H
#define WP_CALCULUS_BREAKAGE_H

enum calculus_breakage {
    CALCULUS_BREAKAGE_NONE,
#define BREAKAGE(name, rule, wrong) CALCULUS_BREAKAGE_##name,
#include "calculus/breakage.def"
#undef BREAKAGE
    CALCULUS_BREAKAGE_COUNT
};

#ifdef CALCULUS_BREAKABLE
extern enum calculus_breakage calculus_breakage; /* the test program's */
#define CALCULUS_BREAK(name) (calculus_breakage == CALCULUS_BREAKAGE_##name)
#else
#define CALCULUS_BREAK(name) 0
#endif

#endif
