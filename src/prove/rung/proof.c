/* See proof.h. */
#include "prove/rung/proof.h"

#include <assert.h>

#include "base/vec.h"
#include "smt/smt.h"

/* A leaf has a claim; a fork has two parts. */
struct support {
    struct support *first, *second; /* of a fork; NULL of a leaf */
    uint32_t claim, original;
    term_ref context;
    unsigned visited; /* bits of support_each */
};

struct proof proof_none(enum smt_result result) {
    return (struct proof){.holds = false, .gave_up = result == SMT_UNKNOWN};
}

struct proof proof_by(enum proof_rung rung) {
    assert(rung != RUNG_NONE);
    return (struct proof){.holds = true, .rung = rung};
}

static void add_support(struct arena *arena, struct proof *proof, struct support *more) {
    if (!proof->claims || !more) {
        proof->claims = proof->claims ? proof->claims : more;
        return;
    }
    struct support *fork = arena_alloc(arena, sizeof *fork);
    *fork = (struct support){.first = proof->claims, .second = more};
    proof->claims = fork;
}

void proof_add_case(struct arena *arena, struct proof *proof, uint32_t claim, uint32_t original, term_ref context) {
    assert(proof->holds && !term_is_none(context));
    struct support *leaf = arena_alloc(arena, sizeof *leaf);
    *leaf = (struct support){.claim = claim, .original = original, .context = context};
    add_support(arena, proof, leaf);
}

void proof_add_claim(struct arena *arena, struct proof *proof, uint32_t claim, term_ref context) {
    proof_add_case(arena, proof, claim, claim, context);
}

void proof_add_claims(struct arena *arena, struct proof *proof, const uint32_t *claims, uint32_t count, term_ref context) {
    for (uint32_t i = 0; i < count; i++)
        proof_add_claim(arena, proof, claims[i], context);
}

void proof_add(struct arena *arena, struct proof *proof, const struct proof *other) {
    assert(proof->holds && other->holds);
    add_support(arena, proof, other->claims);
    basis_add(&proof->basis, other->basis);
    proof->tickets |= other->tickets;
}

void support_look(const struct support *support, support_visit visit, void *context) {
    VEC(const struct support *) pending = {0};
    vec_push(&pending, support);
    while (pending.size > 0) {
        const struct support *s = vec_pop(&pending);
        if (s && s->first) {
            vec_push(&pending, s->second);
            vec_push(&pending, s->first);
        } else if (s) {
            visit(context, s->claim, s->original, s->context);
        }
    }
    vec_release(&pending);
}

void support_each(struct support *support, unsigned bits, support_visit visit, void *context) {
    VEC(struct support *) pending = {0};
    vec_push(&pending, support);
    while (pending.size > 0) {
        struct support *s = vec_pop(&pending);
        if (!s || (s->visited & bits) == bits)
            continue;
        s->visited |= bits;
        if (s->first) {
            vec_push(&pending, s->second);
            vec_push(&pending, s->first);
        } else {
            visit(context, s->claim, s->original, s->context);
        }
    }
    vec_release(&pending);
}
