/* Masks that take nothing away. Bit-fields hold numbers of threads and of warps, and reading
   one masks it: the number has no more bits, since blocks are small, but no range of a term
   shows it, for it is a product. The terms of the kernel are used without the mask. */
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/decide.h"
#include "prove/rung/proof.h"
#include "term/walk.h"

#define MASKS_MAX 16u
#define LEAST_MASK 1023u /* & 31 is the lane */

struct masks {
    VEC(term_ref) list;
};

static bool is_wide_mask(const struct term_table *t, term_ref r) {
    uint64_t mask;
    return term_op_of(term_get(t, r)) == TERM_AND && term_width(t, r) > 1 && term_is_const(t, term_child(t, r, 1), &mask) && mask >= LEAST_MASK &&
           (mask & (mask + 1)) == 0 && (term_deps(t, r) & ~(unsigned)(DEP_THREAD | DEP_LAUNCH)) == 0;
}

/* In ascending order: what is masked twice comes first. */
static void add_mask(struct masks *masks, term_ref r) {
    uint32_t at = 0;
    while (at < masks->list.size && masks->list.data[at].id < r.id)
        at++;
    if (masks->list.size == MASKS_MAX || (at < masks->list.size && masks->list.data[at].id == r.id))
        return;
    vec_push(&masks->list, r);
    for (uint32_t i = masks->list.size - 1; i > at; i--)
        masks->list.data[i] = masks->list.data[i - 1];
    masks->list.data[at] = r;
}

static void find_masks(const struct prover *prover, struct masks *masks) {
    const struct protocol *p = prover->protocol;
    struct term_walk walk;
    term_walk_begin(&walk, prover->terms, TERM_NONE);
    for (uint32_t i = 0; i < p->item_count; i++) {
        term_walk_add(&walk, p->items[i].guard);
        term_walk_add(&walk, p->items[i].offset);
    }
    for (term_ref r; term_walk_next(&walk, &r);) {
        if (is_wide_mask(prover->terms, r))
            add_mask(masks, r);
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
}

void mask_drop(struct prover *prover) {
    struct masks masks = {0};
    uint64_t mask;
    find_masks(prover, &masks);
    for (uint32_t i = 0; i < masks.list.size; i++) {
        term_ref whole = masks.list.data[i], inner = prover_scoped(prover, term_child(prover->terms, whole, 0)),
                 most = term_child(prover->terms, whole, 1);
        if (term_is_const(prover->terms, inner, &mask))
            continue;
        struct proof proof = decide_once(prover, WITHIN_BLOCK, term_ult(prover->terms, most, inner));
        if (proof.holds && !proof.claims)
            substitution_fix(prover->threads->scoping, whole, inner);
    }
    vec_release(&masks.list);
}
