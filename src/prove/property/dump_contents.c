/* --dump=contents: what is known of the arrays at each barrier, as functions of
   the index (docs/theory.md, "Contents of arrays"; the eta of Distefano & Dubreil): the writes
   before it, each solved for the thread that writes element i; and what proofs
   may use of each value read (reaching.h). */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/property/dump.h"
#include "prove/rung/ledger.h"
#include "prove/value/contents.h"
#include "prove/value/solve.h"
#include "prove/value/values.h"

struct contents {
    struct prover *prover;
    struct buffer *out;
    term_ref index; /* i */
};

static bool is_shown_array(const struct contents *c, uint32_t array) {
    const struct proto_array *a = &c->prover->protocol->arrays[array];
    return a->written && a->kind != ARRAY_LOCAL && a->kind != ARRAY_CONSTANT;
}

static bool is_write(const struct contents *c, uint32_t i, uint32_t array) {
    const struct proto_item *item = &c->prover->protocol->items[i];
    return item->kind == ITEM_ACCESS && item->mode != ACCESS_READ && item->array == array &&
           !term_is_false(c->prover->terms, c->prover->frame->items[i].guard);
}

struct writing {
    const struct prover *prover;
    const term_ref *threads;
};

static term_ref thread_map(void *context, symbol_ref symbol) {
    const struct writing *w = context;
    const struct symbol *s = symbol_get(w->prover->terms, symbol);
    return s->role == SYMBOL_TID ? w->threads[s->axis] : TERM_NONE;
}

/* As the thread with these indices sees it. */
static term_ref of_thread(const struct contents *c, const term_ref threads[3], term_ref t) {
    struct writing w = {c->prover, threads};
    struct substitution *s = substitution_create(c->prover->terms, thread_map, &w);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

/* No other index of the axis gives the same cell: the offset or the guard tells it. */
static bool is_told_by(const struct contents *c, const struct scoped_item *write, const term_ref threads[3], uint32_t axis) {
    struct prover *prover = c->prover;
    struct term_table *t = prover->terms;
    term_ref tid = prover_scoped(prover, prover->protocol->tid[axis]);
    uint64_t value;
    if (term_is_const(t, tid, NULL) || !term_is_const(t, threads[axis], &value) || value != 0)
        return true;
    term_ref other[3] = {threads[0], threads[1], threads[2]};
    other[axis] = term_const(t, 32, 1);
    return term_is_false(t, of_thread(c, other, write->guard));
}

/* The thread that writes element i at the place of `write`, as terms over i; false if it is not found. */
static bool find_thread(const struct contents *c, const struct scoped_item *write, term_ref cell, term_ref threads[3]) {
    bool found = order_is_closed_form(c->prover, write->offset) && solve_thread(c->prover, write, cell, threads);
    for (uint32_t axis = 0; axis < 3 && found; axis++)
        found = is_told_by(c, write, threads, axis);
    return found;
}

/* The write at item i as a function of the index; false if its thread is not found. */
static bool add_function(const struct contents *c, uint32_t i) {
    struct prover *prover = c->prover;
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    const struct scoped_item *write = &prover->frame->items[i];
    const struct proto_item *item = &p->items[i];
    uint32_t element = p->arrays[item->array].elem_bytes;
    term_ref threads[3];
    uint64_t size;
    if (element == 0 || item->is_fill || item->mode != ACCESS_WRITE || !term_is_const(t, write->size, &size) || size != element)
        return false;
    term_ref cell = term_mul(t, term_zext(t, c->index, 64), term_const(t, 64, element), TERM_NSW);
    if (!find_thread(c, write, cell, threads))
        return false;
    term_ref when = of_thread(c, threads, write->guard);
    when = term_and(t, when, term_eq(t, of_thread(c, threads, write->offset), cell));
    for (uint32_t axis = 0; axis < 3; axis++)
        if (!term_is_const(t, prover_scoped(prover, p->tid[axis]), NULL))
            when = term_and(t, when, term_ult(t, threads[axis], prover_scoped(prover, p->bdim[axis])));
    buffer_printf(c->out, "%s[i] == ", p->arrays[item->array].name);
    dump_term(prover, term_is_none(write->value) ? write->value : of_thread(c, threads, write->value), c->out);
    buffer_add(c->out, " if ");
    dump_term(prover, when, c->out);
    return true;
}

static void add_write(const struct contents *c, uint32_t i, const char *when) {
    const struct prover *prover = c->prover;
    const struct proto_item *item = &prover->protocol->items[i];
    buffer_add(c->out, "      ");
    if (!add_function(c, i)) {
        buffer_printf(c->out, "some thread: %s[", prover->protocol->arrays[item->array].name);
        dump_term(prover, prover->frame->items[i].offset, c->out);
        buffer_add(c->out, "] == ");
        dump_term(prover, item->mode == ACCESS_WRITE ? prover->frame->items[i].value : TERM_NONE, c->out);
        buffer_add(c->out, " if ");
        dump_term(prover, prover->frame->items[i].guard, c->out);
    }
    buffer_printf(c->out, " // #%u%s\n", i, when);
}

static bool shares_loop(const struct protocol *p, uint32_t x, uint32_t y) {
    assert(x < p->item_count && y < p->item_count);
    uint32_t outermost = PROTOCOL_NONE;
    for (uint32_t loop = p->items[x].loop; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        outermost = loop;
    return outermost != PROTOCOL_NONE && p->loops[outermost].begin <= y && y < p->loops[outermost].end;
}

/* The latest writes first: of this round, of earlier ones, before the loops. */
static void add_array(const struct contents *c, uint32_t array, uint32_t barrier) {
    const struct protocol *p = c->prover->protocol;
    buffer_printf(c->out, "    %s\n", p->arrays[array].name);
    for (uint32_t i = barrier; i-- > 0;)
        if (is_write(c, i, array) && shares_loop(p, barrier, i))
            add_write(c, i, " in this round");
    for (uint32_t i = p->item_count; i-- > 0;)
        if (is_write(c, i, array) && shares_loop(p, barrier, i))
            add_write(c, i, " in an earlier round");
    for (uint32_t i = barrier; i-- > 0;)
        if (is_write(c, i, array) && !shares_loop(p, barrier, i))
            add_write(c, i, p->items[i].loop == PROTOCOL_NONE ? "" : " in any round");
    buffer_add(c->out, "      else as when the kernel began\n");
}

static void add_reads(const struct contents *c, uint32_t item) {
    struct prover *prover = c->prover;
    const struct proto_item *read = &prover->protocol->items[item];
    for (uint32_t lane = 0; lane < read->give_count; lane++) {
        if (term_is_none(read->gives[lane]))
            continue;
        buffer_add(c->out, "  ");
        dump_item(prover, item, c->out);
        buffer_add(c->out, ": ");
        dump_term(prover, read->gives[lane], c->out);
        term_ref known = contents_of_read(prover, item, lane);
        if (term_is_none(known)) {
            buffer_add(c->out, " is any value: the array is not trusted\n");
        } else if (term_is_true(prover->terms, known)) {
            buffer_add(c->out, " is any value: the cell may not have been written before, or the writes are too many\n");
        } else {
            buffer_add(c->out, " is what was written:\n");
            dump_conjuncts(prover, known, "      ", c->out);
        }
    }
}

static void add_trust(const struct contents *c) {
    const struct prover *prover = c->prover;
    uint64_t candidates = contents_candidates(prover);
    for (uint32_t i = 0; i < prover->protocol->array_count; i++) {
        uint64_t bit = contents_bit(i);
        if (is_shown_array(c, i))
            buffer_printf(c->out, "  %s: %s\n", prover->protocol->arrays[i].name,
                          prover->values->trusted & bit ? "trusted"
                          : candidates & bit            ? "not trusted: it may race, or barriers may diverge"
                                                        : "not trusted: this kernel writes or orders in a way that is not followed");
    }
}

static bool is_shown_barrier(const struct prover *prover, uint32_t i) {
    const struct proto_item *item = &prover->protocol->items[i];
    return item->kind == ITEM_BARRIER && item->barrier != BARRIER_WARP && item->barrier != BARRIER_TILE && item->barrier != BARRIER_NAMED;
}

void dump_contents(struct prover *prover, struct buffer *out) {
    const struct protocol *p = prover->protocol;
    struct symbol index = {.name = "i", .width_bits = 32, .role = SYMBOL_VALUE, .scope = SCOPE_UNIFORM};
    struct contents c = {prover, out, term_symbol(prover->terms, symbol_create(prover->terms, &index))};
    contents_distrust(prover, prover->ledger->unproved);
    buffer_printf(out, "contents in \"%s\"\n", p->display);
    add_trust(&c);
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (!is_shown_barrier(prover, i))
            continue;
        buffer_add(out, "  at ");
        dump_item(prover, i, out);
        buffer_char(out, '\n');
        for (uint32_t array = 0; array < p->array_count; array++)
            if (is_shown_array(&c, array))
                add_array(&c, array, i);
    }
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_ACCESS && p->items[i].mode == ACCESS_READ && is_shown_array(&c, p->items[i].array))
            add_reads(&c, i);
    buffer_char(out, '\n');
}
