/* Text about terms in the words of the source: no names that only the analysis knows.

   A loop's ordinal is its "round", an unknown value a "value", and both are explained behind the text; extensions
   are left out, and choices are written as in C. */
#ifndef WP_CHECK_SOURCE_TERMS_H
#define WP_CHECK_SOURCE_TERMS_H

#include "base/arena.h"
#include "protocol/protocol.h"

/* "no wrap in sext64(k0) *s 4" -> "no wrap in round *s 4 (round: of the loop in line 7)". */
const char *source_terms(struct arena *arena, const struct protocol *protocol, const char *text);

/* What a witness calls a value: "k0" -> "round of the loop in line 7"; other names as they are. */
const char *source_name(struct arena *arena, const struct protocol *protocol, const char *name);

#endif
