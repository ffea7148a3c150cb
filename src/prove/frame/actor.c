/* See actor.h. */
#include "prove/frame/actor.h"

#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

struct writer {
    struct prover *prover;
    struct substitution *substitution;
    uint32_t number;
    bool anywhere;
    struct map fixed;        /* symbol -> term */
    struct map copies;       /* symbol -> its copy */
    struct map originals;    /* and back */
    VEC(symbol_ref) pending; /* whose facts are still to be copied */
};

static term_ref writer_map(void *context, symbol_ref symbol) {
    struct writer *writer = context;
    struct term_table *t = writer->prover->terms;
    struct symbol s = *symbol_get(t, symbol);
    uint32_t found;
    if (map_get(&writer->fixed, symbol.id, &found))
        return (term_ref){found};
    if (s.scope != SCOPE_THREAD && s.in_loop == 0 && !(s.scope == SCOPE_BLOCK && writer->anywhere))
        return TERM_NONE;
    if (!map_get(&writer->copies, symbol.id, &found)) {
        s.name = arena_printf(writer->prover->arena, "%s.w%u", s.name, writer->number);
        s.scope = SCOPE_THREAD;
        s.in_loop = 0;
        found = symbol_create(t, &s).id;
        map_set(&writer->copies, symbol.id, found);
        map_set(&writer->prover->threads->copied, found, writer->number);
        map_set(&writer->originals, found, symbol.id);
        vec_push(&writer->pending, symbol);
    }
    return term_symbol(t, (symbol_ref){found});
}

static term_ref writer_sees(struct writer *writer, term_ref t) {
    struct prover *prover = writer->prover;
    term_ref result = substitution_apply(writer->substitution, t);
    while (writer->pending.size > 0) {
        symbol_ref symbol = vec_pop(&writer->pending);
        uint32_t copy = 0;
        (void)map_get(&writer->copies, symbol.id, &copy);
        for (uint32_t i = 0; i < symbol_fact_count(prover->terms, symbol); i++) {
            term_ref fact = prover_scoped(prover, symbol_fact(prover->terms, symbol, i));
            symbol_add_fact(prover->terms, (symbol_ref){copy}, substitution_apply(writer->substitution, fact));
        }
    }
    return result;
}

term_ref actor_sees(struct prover *prover, struct actor actor, term_ref t) {
    if (term_is_none(t))
        return t;
    if (actor.writer)
        return writer_sees(actor.writer, t);
    return actor.is_second ? prover_second(prover, actor.pairing, t) : t;
}

struct actor actor_writer(struct prover *prover, bool anywhere) {
    struct writer *writer = arena_alloc(prover->arena, sizeof *writer);
    *writer = (struct writer){.prover = prover, .number = prover->threads->writers.size, .anywhere = anywhere};
    writer->substitution = substitution_create(prover->terms, writer_map, writer);
    vec_push(&prover->threads->writers, writer);
    return (struct actor){WITHIN_BLOCK, false, writer};
}

void actor_fix(struct actor writer, symbol_ref symbol, term_ref t) {
    map_set(&writer.writer->fixed, symbol.id, t.id);
}

bool actor_is_copy(const struct prover *prover, symbol_ref symbol) {
    return map_get(&prover->threads->copied, symbol.id, NULL);
}

bool actor_of_copy(const struct prover *prover, symbol_ref copy, struct actor *writer, symbol_ref *original) {
    uint32_t number;
    if (!map_get(&prover->threads->copied, copy.id, &number))
        return false;
    *writer = (struct actor){WITHIN_BLOCK, false, prover->threads->writers.data[number]};
    return map_get(&writer->writer->originals, copy.id, &original->id);
}

bool actor_is_fixed(struct actor writer) {
    return writer.writer->copies.size == 0;
}

term_ref actor_same(struct prover *prover, struct actor a, struct actor b) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    term_ref same = term_true(t);
    for (uint32_t axis = 0; axis < 3; axis++) {
        term_ref tid = prover_scoped(prover, p->tid[axis]), bid = prover_scoped(prover, p->bid[axis]);
        same = term_and(t, same, term_eq(t, actor_sees(prover, a, tid), actor_sees(prover, b, tid)));
        same = term_and(t, same, term_eq(t, actor_sees(prover, a, bid), actor_sees(prover, b, bid)));
    }
    return same;
}

void actor_release_all(struct prover *prover) {
    for (uint32_t i = 0; i < prover->threads->writers.size; i++) {
        struct writer *writer = prover->threads->writers.data[i];
        substitution_destroy(writer->substitution);
        map_release(&writer->fixed);
        map_release(&writer->copies);
        map_release(&writer->originals);
        vec_release(&writer->pending);
    }
    vec_release(&prover->threads->writers);
    map_release(&prover->threads->copied);
}
