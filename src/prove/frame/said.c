/* See said.h. */
#include "prove/frame/said.h"

#include <assert.h>

bool said_multiple(const struct term_table *t, term_ref rest, term_ref zero, struct said_multiple *said) {
    assert(term_width(t, rest) == term_width(t, zero));
    enum term_op op = term_op_of(term_get(t, rest));
    uint64_t value, of;
    if ((op != TERM_UREM && op != TERM_SREM && op != TERM_AND) || !term_is_const(t, zero, &value) || value != 0 ||
        !term_is_const(t, term_child(t, rest, 1), &of))
        return false;
    of += op == TERM_AND;
    *said = (struct said_multiple){term_child(t, rest, 0), op, of};
    return of != 0 && (op != TERM_AND || (of & (of - 1)) == 0);
}
