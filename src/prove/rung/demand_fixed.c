/* Claims in a launch that is fixed whole: what the bit-vectors show not to wrap there is no assumption. */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/decide.h"
#include "prove/rung/demand.h"
#include "prove/rung/proof.h"

static bool is_fixed_whole(const struct frame *frame) {
    bool is = true;
    for (int a = 0; a < 3; a++)
        is = is && frame->fixed_block[a] && frame->fixed_grid[a];
    return is;
}

bool demand_holds_in_launch(struct prover *prover, const struct claim *claim, term_ref context) {
    assert(prover_is_condition(prover, context));
    struct term_table *t = prover->terms;
    const struct term *term = term_get(t, claim->term);
    enum term_op op = term_op_of(term);
    uint8_t width = term->width_bits, wide = (uint8_t)(2 * width);
    if (!is_fixed_whole(prover->frame) || width > 32 || (op != TERM_ADD && op != TERM_MUL))
        return false;
    term_ref x = term_child(t, claim->term, 0), y = term_child(t, claim->term, 1), exact, kept;
    kept = op == TERM_ADD ? term_add(t, x, y, 0) : term_mul(t, x, y, 0); /* without the flags, which say what is asked */
    x = claim->is_signed ? term_sext(t, x, wide) : term_zext(t, x, wide);
    y = claim->is_signed ? term_sext(t, y, wide) : term_zext(t, y, wide);
    exact = op == TERM_ADD ? term_add(t, x, y, 0) : term_mul(t, x, y, 0);
    kept = claim->is_signed ? term_sext(t, kept, wide) : term_zext(t, kept, wide);
    term_ref wraps = term_not(t, term_eq(t, exact, kept)); /* first of any threads: addresses that are equal are hard */
    return decide_bits_alone(prover, wraps).holds || decide_bits_alone(prover, term_and(t, context, wraps)).holds;
}
