/* Values of other threads, which conditions of annotations speak of. */
#include "protocol/infer.h"

term_ref other_enabled(struct inference *inf, loc_ref location) {
    struct protocol *p = inf->protocol;
    if (term_is_none(p->enabled))
        p->enabled = value_fresh(inf, 1, location, "whether a thread gets to an annotation");
    return p->enabled;
}

static term_ref arrived_map(void *context, symbol_ref symbol) {
    const struct inference *inf = context;
    return term_get(inf->terms, inf->protocol->enabled)->value == symbol.id ? term_true(inf->terms) : TERM_NONE;
}

term_ref other_arrived(struct inference *inf, term_ref condition) {
    if (term_is_none(inf->protocol->enabled))
        return condition;
    struct substitution *s = substitution_create(inf->terms, arrived_map, inf);
    term_ref result = substitution_apply(s, condition);
    substitution_destroy(s);
    return result;
}

struct value other_note(struct inference *inf, const struct inst *inst, uint32_t block, uint32_t proto_loop) {
    struct value result = value_fresh_of_type(inf, inst->type, inst->loc, inst->name ? inst->name : "a value of another thread");
    struct proto_other other = {.symbol = {(uint32_t)term_get(inf->terms, result.term)->value},
                                .is_same_block = inst->operand_count == 0,
                                .guard = inf->guard[block],
                                .loop = proto_loop};
    if (!other.is_same_block)
        other.value = value_scalar_at(inf, kernel_operand(inf->kernel, inst, 0), block);
    vec_push(&inf->others, other);
    return result;
}

void other_complete(struct inference *inf, uint32_t first, term_ref condition) {
    for (uint32_t i = first; i < inf->others.size; i++)
        inf->others.data[i].guard = term_and(inf->terms, condition, inf->others.data[i].guard);
}
