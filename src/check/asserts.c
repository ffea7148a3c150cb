/* Verdicts and findings about assertions. */
#include "check/conductor.h"

/* Not decided yet: said honestly, never `proved`. */
void judge_asserts(struct conductor *c) {
    for (uint32_t i = 0; i < c->protocol->assert_count; i++)
        if (!c->protocol->asserts[i].is_bound)
            conductor_unproved(c, PROP_ASSERT, REASON_NOT_IMPLEMENTED, c->protocol->asserts[i].location, "assertions are not checked yet");
}
