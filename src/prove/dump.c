/* See dump.h. Here: words for items and questions, and --dump=pairs. */
#include "prove/dump.h"

#include "prove/contents.h"
#include "prove/meeting.h"
#include "protocol/termtext.h"
#include "term/walk.h"

#define TERM_NODES_MAX 400u

static const char *base_name(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "?";
}

void dump_place(const struct protocol *p, loc_ref location, struct buffer *out) {
    if (location.id == 0 || location.id >= p->loc_count) {
        buffer_add(out, "an unknown place");
        return;
    }
    const struct loc *loc = &p->locs[location.id];
    buffer_printf(out, "%s:%u:%u", base_name(loc->file), loc->line, loc->column);
    for (loc_ref at = loc->inlined_at; at.id != 0 && at.id < p->loc_count; at = p->locs[at.id].inlined_at)
        buffer_printf(out, " called at %u:%u", p->locs[at.id].line, p->locs[at.id].column);
}

static const char *mode_word(const struct proto_item *item) {
    if (item->mode == ACCESS_READ)
        return item->is_atomic ? "atomic read" : "read";
    if (item->mode == ACCESS_WRITE)
        return item->is_atomic ? "atomic write" : "write";
    return "update";
}

static const char *barrier_word(enum barrier_kind kind) {
    static const char *const words[BARRIER_KIND_COUNT] = {
        [BARRIER_BLOCK] = "block barrier", [BARRIER_COUNT] = "counting barrier", [BARRIER_AND] = "voting barrier", [BARRIER_OR] = "voting barrier",
        [BARRIER_WARP] = "warp barrier", [BARRIER_GRID] = "grid barrier", [BARRIER_NAMED] = "named barrier", [BARRIER_TILE] = "tile barrier"};
    return kind < BARRIER_KIND_COUNT && words[kind] ? words[kind] : "barrier";
}

void dump_item(const struct prover *prover, uint32_t i, struct buffer *out) {
    const struct protocol *p = prover->protocol;
    const struct proto_item *item = &p->items[i];
    buffer_printf(out, "#%u ", i);
    if (item->kind == ITEM_ACCESS)
        buffer_printf(out, "%s %s", mode_word(item), p->arrays[item->array].name);
    else
        buffer_add(out, item->kind == ITEM_BARRIER ? barrier_word(item->barrier) : item->kind == ITEM_COLLECTIVE ? item->operation : "loop");
    buffer_add(out, " at ");
    dump_place(p, item->location, out);
}

void dump_term(const struct prover *prover, term_ref t, struct buffer *out) {
    if (term_is_none(t))
        buffer_char(out, '?');
    else if (!term_print_limited(prover->terms, t, out, TERM_NODES_MAX))
        buffer_printf(out, "(more than %u operations)", TERM_NODES_MAX);
}

/* The members of a conjunction, each once, the last first. */
struct members { VEC(term_ref) all; };

static void collect(const struct term_table *terms, term_ref t, struct members *members) {
    struct term_walk walk;
    term_walk_begin(&walk, terms, t);
    for (term_ref r; term_walk_next(&walk, &r);) {
        if (term_op_of(term_get(terms, r)) == TERM_AND)
            term_walk_enter(&walk, r);
        else
            vec_push(&members->all, r);
    }
    term_walk_end(&walk);
}

void dump_conjuncts(const struct prover *prover, term_ref t, const char *indent, struct buffer *out) {
    struct members members = {0};
    struct termtext *text = termtext_create(prover->terms);
    collect(prover->terms, t, &members);
    for (uint32_t i = members.all.size; i-- > 0;)
        termtext_add(text, members.all.data[i]);
    termtext_finish(text);
    for (uint32_t i = 1; i <= termtext_shared_count(text); i++) {
        buffer_printf(out, "%slet $%u = ", indent, i);
        termtext_print_shared(text, i, out);
        buffer_char(out, '\n');
    }
    for (uint32_t i = members.all.size; i-- > 0;) {
        buffer_printf(out, "%s%s", indent, i + 1 == members.all.size ? "   " : "&& ");
        termtext_print(text, members.all.data[i], out);
        buffer_char(out, '\n');
    }
    termtext_destroy(text);
    vec_release(&members.all);
}

static void add_loops(const struct prover *prover, const struct order_case *order, struct buffer *out) {
    for (uint32_t i = 0; i < order->shared_count; i++) {
        buffer_printf(out, "%s loop %u at ", i == 0 ? ", in the same round of" : " and", order->shared[i]);
        dump_place(prover->protocol, prover->protocol->loops[order->shared[i]].location, out);
    }
}

static void add_relation(const struct prover *prover, const struct question *q, struct buffer *out) {
    const struct order_case *order = &q->order;
    if (q->pairing == BETWEEN_BLOCKS) {
        buffer_add(out, ", in two blocks");
    } else {
        buffer_printf(out, ", in %s", order->threads == ORDER_ANY_THREADS ? "one block" : order->threads == ORDER_ONE_THREAD ? "one thread" : order->threads == ORDER_SAME_WARP ? "one warp" : "two warps of a block");
    }
    if (order->relation != ORDER_TOGETHER) {
        buffer_printf(out, ", %s in an earlier round of loop %u at ", order->relation == ORDER_T_EARLIER ? "t" : "u", order->loop);
        dump_place(prover->protocol, prover->protocol->loops[order->loop].location, out);
    }
    add_loops(prover, order, out);
}

/* What is asked of a barrier. */
static const char *asked_of(enum finding_kind kind) {
    return kind == FINDING_KIND_EXITED         ? "misses it because it has left"
           : kind == FINDING_KIND_OUTSIDE_MASK  ? "is outside the mask"
           : kind == FINDING_KIND_OTHER_BARRIER ? "names another mask"
           : kind == FINDING_KIND_ROUNDS        ? "takes another number of rounds" : "does not reach it";
}

void dump_question(const struct prover *prover, const struct question *q, struct buffer *out) {
    if (q->items[1] == PROTOCOL_NONE) {
        dump_item(prover, q->items[0], out);
        buffer_printf(out, ": t reaches it, u of %s block %s", q->pairing == BETWEEN_BLOCKS ? "another" : "its", asked_of(q->kind));
        add_loops(prover, &q->order, out);
        return;
    }
    buffer_printf(out, "pair %u: t ", q->number + 1);
    dump_item(prover, q->items[0], out);
    buffer_add(out, ", u ");
    dump_item(prover, q->items[1], out);
    add_relation(prover, q, out);
}

static void add_proof(const struct prover *prover, const struct question *q, struct buffer *out) {
    static const char *const rungs[] = {[RUNG_NONE] = "nothing to ask", [RUNG_STRUCTURE] = "conditions and barriers alone", [RUNG_ALGEBRA] = "algebra",
                                        [RUNG_INTEGERS] = "integers", [RUNG_CASES] = "integers, by cases of what shifts",
                                        [RUNG_POWERS] = "integers, by cases of a power of two", [RUNG_BITS] = "bit-vectors"};
    static const char *const aids[] = {[AID_NONE] = "", [AID_EQUAL_READS] = ", reads of one cell being equal",
                                       [AID_WRITES] = ", from what was written before", [AID_BOUNDS] = ", accesses being in bounds"};
    buffer_printf(out, "impossible: %s%s", rungs[q->proof.rung], aids[q->proof.aid]);
    const char *separator = "; rests on the contents of ";
    for (uint32_t i = 0; i < prover->protocol->array_count; i++)
        if (q->rests_on & contents_bit(i)) {
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

static void add_outcome(const struct prover *prover, const struct question *q, struct buffer *out) {
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
        const struct question *q = &prover->trace->questions.data[i];
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
        const struct question *q = &trace->questions.data[i];
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
