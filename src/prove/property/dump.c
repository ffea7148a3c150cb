/* See dump.h. Here: --dump=pairs. */
#include "prove/property/dump.h"

#include <string.h>

#include "protocol/termtext.h"
#include "prove/frame/prover.h"
#include "prove/order/warp.h"
#include "prove/property/classes.h"
#include "prove/property/trace.h"
#include "prove/rung/proof.h"
#include "prove/value/contents.h"
#include "term/walk.h"

static void add_proof(const struct prover *prover, const struct recorded *q, struct buffer *out) {
    static const char *const rungs[] = {[RUNG_NONE] = "nothing to ask",
                                        [RUNG_STRUCTURE] = "conditions and barriers alone",
                                        [RUNG_ALGEBRA] = "algebra",
                                        [RUNG_INTEGERS] = "integers",
                                        [RUNG_PRODUCTS] = "integers, with lemmas of a product and a number",
                                        [RUNG_CASES] = "integers, by cases of what shifts",
                                        [RUNG_ORDERED] = "integers, by cases of which row of elements comes first",
                                        [RUNG_POWERS] = "integers, by cases of a power of two",
                                        [RUNG_BITS] = "bit-vectors"};
    static const char *const added[] = {[ADDED_NONE] = "",
                                        [ADDED_EQUAL_READS] = ", reads of one cell being equal",
                                        [ADDED_WRITES] = ", from what was written before",
                                        [ADDED_BOUNDS] = ", accesses being in bounds"};
    buffer_printf(out, "impossible: %s%s", rungs[q->proof.rung], added[q->proof.added]);
    const char *separator = "; rests on the contents of ";
    for (uint32_t i = 0; i < prover->protocol->array_count; i++)
        if (q->proof.basis.arrays & contents_bit(i)) {
            buffer_printf(out, "%s%s", separator, prover->protocol->arrays[i].name);
            separator = ", ";
        }
}

static void add_triple(struct buffer *out, const char *name, const uint32_t v[3]) {
    buffer_printf(out, "%s (%u,%u,%u)", name, v[0], v[1], v[2]);
}

static void add_witness(const struct prove_witness *w, struct buffer *out) {
    add_triple(out, ": block", w->block);
    add_triple(out, ", grid", w->grid);
    for (int who = 0; who < 2; who++) {
        add_triple(out, who == 0 ? ", t" : ", u", w->thread[who]);
        add_triple(out, " of", w->block_index[who]);
    }
    for (uint32_t i = 0; i < w->param_count; i++)
        buffer_printf(out, ", %s = %llu", w->params[i].name, (unsigned long long)w->params[i].value);
    for (int who = 0; who < 2; who++)
        for (uint32_t i = 0; i < w->value_count[who]; i++)
            buffer_printf(out, ", %s of %c = %llu", w->values[who][i].name, who == 0 ? 't' : 'u', (unsigned long long)w->values[who][i].value);
    if (w->precondition)
        buffer_printf(out, "; not if %s%s", w->precondition, w->condition_count > 0 ? " (proved)" : "");
}

static void add_outcome(const struct prover *prover, const struct recorded *q, struct buffer *out) {
    if (q->outcome == PROVE_PROVED)
        add_proof(prover, q, out);
    else if (q->outcome == PROVE_MODEL)
        buffer_add(out, q->same_value ? "possible, with one value" : "possible");
    else
        buffer_printf(out, "%s: %s", term_is_none(q->query) ? "not asked" : "not decided", reason_name(q->reason));
    if (q->outcome == PROVE_MODEL)
        add_witness(q->witness, out);
    else if (q->outcome == PROVE_UNKNOWN && q->witness)
        buffer_printf(out, ": impossible if %s", q->witness->precondition);
    if (q->outcome != PROVE_PROVED && q->approximation)
        buffer_printf(out, "; not known: %s", q->approximation);
    buffer_printf(out, " [%llu steps]\n", (unsigned long long)q->steps);
}

static bool has_question(const struct prover *prover, uint32_t barrier) {
    for (uint32_t i = 0; i < prover->trace->questions.size; i++) {
        const struct recorded *q = &prover->trace->questions.data[i];
        if (!q->is_forgotten && q->items[1] == PROTOCOL_NONE && q->items[0] == barrier)
            return true;
    }
    return false;
}

/* Barriers that need no question, and accesses that stand for others. */
static void add_unasked(struct prover *prover, struct buffer *out) {
    const struct protocol *p = prover->protocol;
    const uint32_t *alike = race_alike(prover);
    for (uint32_t i = 0; i < p->item_count; i++) {
        bool is_barrier = (p->items[i].kind == ITEM_BARRIER || meeting_is(p, i)) && !has_question(prover, i);
        bool is_alike = p->items[i].kind == ITEM_ACCESS && alike[i] != PROTOCOL_NONE && alike[i] != i;
        if (!is_barrier && !is_alike)
            continue;
        buffer_add(out, "  ");
        dump_item(prover, i, out);
        if (is_barrier)
            buffer_add(out, ": the same condition for all threads that it is for\n");
        else
            buffer_printf(out, ": asked about as #%u\n", alike[i]);
    }
}

/* By pair, in the order of asking; barriers first. */
static void add_questions(struct prover *prover, bool of_barriers, uint32_t number, struct buffer *out) {
    const struct trace *trace = prover->trace;
    for (uint32_t i = 0; i < trace->questions.size; i++) {
        const struct recorded *q = &trace->questions.data[i];
        bool is_barrier = q->items[1] == PROTOCOL_NONE;
        if (q->is_forgotten || is_barrier != of_barriers || (!is_barrier && q->number != number))
            continue;
        buffer_add(out, "  ");
        dump_question(prover, q, out);
        buffer_add(out, "\n    ");
        add_outcome(prover, q, out);
    }
}

static void dump_pairs(struct prover *prover, struct buffer *out) {
    buffer_printf(out, "pairs of \"%s\"\n", prover->protocol->display);
    add_unasked(prover, out);
    add_questions(prover, true, 0, out);
    for (uint32_t i = 0; i < prover->trace->pairs.size; i++)
        add_questions(prover, false, i, out);
    buffer_char(out, '\n');
}

const char *dump_text(struct prover *prover) {
    struct buffer out = {0};
    if (prover->scope->dumps & PROVE_DUMP_FORMULA)
        dump_formulas(prover, &out);
    if (prover->scope->dumps & PROVE_DUMP_PAIRS)
        dump_pairs(prover, &out);
    if (prover->scope->dumps & PROVE_DUMP_CONTENTS)
        dump_contents(prover, &out);
    const char *text = arena_strdup(prover->arena, buffer_text(&out));
    buffer_release(&out);
    return text;
}
