/* Words for places, items, questions and terms (dump.h). */
#include <string.h>

#include "protocol/termtext.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"
#include "prove/property/dump.h"
#include "prove/property/trace.h"
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
        [BARRIER_BLOCK] = "block barrier", [BARRIER_COUNT] = "counting barrier", [BARRIER_AND] = "voting barrier",
        [BARRIER_OR] = "voting barrier",   [BARRIER_WARP] = "warp barrier",      [BARRIER_GRID] = "grid barrier",
        [BARRIER_NAMED] = "named barrier", [BARRIER_TILE] = "tile barrier",      [BARRIER_SAME] = "barrier"};
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
struct members {
    VEC(term_ref) all;
};

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

static void add_relation(const struct prover *prover, const struct recorded *q, struct buffer *out) {
    const struct order_case *order = &q->order;
    if (q->pairing == BETWEEN_BLOCKS) {
        buffer_add(out, ", in two blocks");
    } else {
        buffer_printf(out, ", in %s",
                      order->threads == ORDER_ANY_THREADS  ? "one block"
                      : order->threads == ORDER_ONE_THREAD ? "one thread"
                      : order->threads == ORDER_SAME_WARP  ? "one warp"
                                                           : "two warps of a block");
    }
    if (order->relation != ORDER_TOGETHER) {
        buffer_printf(out, ", %s in an earlier round of loop %u at ", order->relation == ORDER_T_EARLIER ? "t" : "u", order->loop);
        dump_place(prover->protocol, prover->protocol->loops[order->loop].location, out);
    }
    add_loops(prover, order, out);
}

/* What is asked of a barrier. */
static const char *asked_of(enum finding_kind kind) {
    return kind == FINDING_KIND_EXITED          ? "misses it because it has left"
           : kind == FINDING_KIND_OUTSIDE_MASK  ? "is outside the mask"
           : kind == FINDING_KIND_OTHER_BARRIER ? "names another mask"
           : kind == FINDING_KIND_ROUNDS        ? "takes another number of rounds"
                                                : "does not reach it";
}

void dump_question(const struct prover *prover, const struct recorded *q, struct buffer *out) {
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
