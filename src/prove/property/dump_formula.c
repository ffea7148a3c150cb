/* --dump=formula: each item as a predicated formula over versions of the arrays,
   then each question, in the manner of Sarkar et al. (ICSOFT 2018), section 4.2. */
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/property/dump.h"
#include "prove/property/trace.h"

/* Writes to each array so far, in the order of the text. */
struct versions {
    uint32_t *of;
    const struct prover *prover;
    struct buffer *out;
};

static void add_version(const struct versions *v, uint32_t array) {
    const struct proto_array *a = &v->prover->protocol->arrays[array];
    buffer_add(v->out, a->name);
    if (a->written)
        buffer_printf(v->out, ".%u", v->of[array]);
}

static void add_call(const struct versions *v, const char *name, const struct proto_item *item, term_ref offset) {
    buffer_printf(v->out, "%s(", name);
    add_version(v, item->array);
    buffer_add(v->out, ", ");
    dump_term(v->prover, offset, v->out);
}

static void add_read(const struct versions *v, uint32_t i) {
    const struct proto_item *item = &v->prover->protocol->items[i];
    bool first = true;
    for (uint32_t lane = 0; lane < item->give_count; lane++) {
        if (term_is_none(item->gives[lane]))
            continue;
        buffer_add(v->out, first ? "" : ", ");
        dump_term(v->prover, item->gives[lane], v->out);
        first = false;
    }
    buffer_add(v->out, first ? "" : " == ");
    add_call(v, "select", item, v->prover->frame->items[i].offset);
    buffer_char(v->out, ')');
}

static void add_write(const struct versions *v, uint32_t i) {
    const struct proto_item *item = &v->prover->protocol->items[i];
    const struct scoped_item *scoped = &v->prover->frame->items[i];
    v->of[item->array]++;
    add_version(v, item->array);
    v->of[item->array]--;
    buffer_add(v->out, " == ");
    add_call(v, item->mode == ACCESS_ATOMIC ? "update" : item->is_fill ? "fill" : "store", item, scoped->offset);
    if (item->is_fill) {
        buffer_add(v->out, ", ");
        dump_term(v->prover, scoped->size, v->out);
    }
    if (item->mode == ACCESS_WRITE) {
        buffer_add(v->out, ", ");
        dump_term(v->prover, scoped->value, v->out);
    }
    buffer_char(v->out, ')');
}

static void add_access(const struct versions *v, uint32_t i) {
    const struct proto_item *item = &v->prover->protocol->items[i];
    bool gives = false;
    for (uint32_t lane = 0; lane < item->give_count; lane++)
        gives |= !term_is_none(item->gives[lane]);
    if (item->mode == ACCESS_READ || gives)
        add_read(v, i);
    if (item->mode == ACCESS_READ)
        return;
    buffer_add(v->out, gives ? " && " : "");
    add_write(v, i);
    v->of[item->array]++;
}

static void add_loop(const struct versions *v, uint32_t i) {
    const struct prover *prover = v->prover;
    const struct proto_loop *loop = &prover->protocol->loops[prover->protocol->items[i].body_loop];
    buffer_printf(v->out, "LOOP #%u to #%u, round ", loop->begin, loop->end - 1);
    dump_term(prover, term_symbol(prover->terms, loop->counter), v->out);
    if (term_is_none(loop->proceeds))
        return;
    buffer_add(v->out, " while ");
    dump_term(prover, loop->proceeds, v->out);
}

static void add_barrier(const struct versions *v, uint32_t i) {
    const struct scoped_item *scoped = &v->prover->frame->items[i];
    const struct proto_item *item = &v->prover->protocol->items[i];
    buffer_add(v->out, "BAR");
    if (!term_is_none(item->mask)) {
        buffer_add(v->out, item->barrier == BARRIER_WARP ? " of the lanes " : item->barrier == BARRIER_TILE ? " of a tile of " : " of name ");
        dump_term(v->prover, scoped->mask, v->out);
    }
    if (item->barrier == BARRIER_NAMED && !term_is_none(item->count)) {
        buffer_add(v->out, " for ");
        dump_term(v->prover, scoped->count, v->out);
    }
}

static void add_item(const struct versions *v, uint32_t i) {
    const struct proto_item *item = &v->prover->protocol->items[i];
    buffer_printf(v->out, "  #%u ", i);
    dump_term(v->prover, v->prover->frame->items[i].guard, v->out);
    buffer_add(v->out, " => ");
    switch (item->kind) {
    case ITEM_ACCESS: add_access(v, i); break;
    case ITEM_BARRIER: add_barrier(v, i); break;
    case ITEM_COLLECTIVE: buffer_printf(v->out, "TOGETHER %s", v->prover->protocol->items[i].operation); break;
    case ITEM_LOOP: add_loop(v, i); break;
    case ITEM_FENCE: buffer_add(v->out, "FENCE"); break;
    case ITEM_COPY_COMMIT: buffer_add(v->out, "COMMIT"); break;
    case ITEM_COPY_WAIT: buffer_add(v->out, "WAIT"); break;
    case ITEM_EXIT: buffer_add(v->out, "EXIT"); break;
    }
    buffer_add(v->out, " // ");
    dump_place(v->prover->protocol, item->location, v->out);
    buffer_char(v->out, '\n');
}

static void add_question(struct prover *prover, const struct recorded *q, struct buffer *out) {
    struct term_table *t = prover->terms;
    buffer_add(out, "  ");
    dump_question(prover, q, out);
    buffer_char(out, '\n');
    dump_conjuncts(prover, q->query, "    ", out);
    if (term_is_false(t, q->query))
        return;
    term_ref facts = prover_facts(prover, q->pairing, q->query);
    if (term_is_true(t, facts))
        return;
    buffer_add(out, "   given\n");
    dump_conjuncts(prover, facts, "    ", out);
}

void dump_formulas(struct prover *prover, struct buffer *out) {
    const struct protocol *p = prover->protocol;
    struct versions versions = {arena_alloc(prover->arena, (p->array_count + 1) * sizeof *versions.of), prover, out};
    buffer_printf(out, "formulas of \"%s\"\n", p->display);
    for (uint32_t i = 0; i < p->item_count; i++)
        add_item(&versions, i);
    for (uint32_t i = 0; i < prover->trace->questions.size; i++) {
        const struct recorded *q = &prover->trace->questions.data[i];
        if (!q->is_forgotten && !term_is_none(q->query))
            add_question(prover, q, out);
    }
    buffer_char(out, '\n');
}
