/* Offsets into memory behind pointers that memory holds (ARRAY_LOADED, PROTOCOL_BEHIND).

   Such an offset is f(x) + bytes, x being where the pointer lies. Assumed is that each pointer leads to memory of its own: then
   f(x) + i and f(y) + j touch one byte only if x = y, and i and j do. */
#ifndef WP_PROVE_BEHIND_H
#define WP_PROVE_BEHIND_H

#include "prove/frame/prover.h"

struct behind {
    term_ref holder; /* byte offset of the pointer in the array that holds it; itself such an offset where that array is an ARRAY_LOADED */
    term_ref bytes;  /* from where the pointer points */
};

/* False if the offset has no such form: then nothing is assumed of it. */
bool behind_split(struct term_table *t, term_ref offset, struct behind *out);

/* The condition under which x and y lie behind one pointer; *x and *y become the bytes from there. True, and nothing changes, if either has
   no such form. `y` is what the other thread sees. */
term_ref behind_one_pointer(struct term_table *t, term_ref *x, term_ref *y);

#endif
