/* Items of the protocol text form: accesses, barriers, exits and loops. */
#include "protocol/parse.h"

enum { LOOP_MAX = 1 << 20 };

static struct proto_item new_item(const struct parser *ps, enum item_kind kind) {
    return (struct proto_item){
        .kind = kind, .loop = ps->around, .guard = term_true(ps->p->terms), .array = PROTOCOL_NONE, .body_loop = PROTOCOL_NONE};
}

/* What ends every item: [in loop] [before item [claims number]] [when condition] [marks ...] [at Ln]. */
static void parse_end(struct parser *ps, struct proto_item *item) {
    if (ps->is_private) {
        item->loop = reader_accept_word(&ps->r, "in") ? (uint32_t)reader_number(&ps->r, UINT32_MAX - 1) : PROTOCOL_NONE;
        item->position = reader_accept_word(&ps->r, "before") ? (uint32_t)reader_number(&ps->r, UINT32_MAX - 1) : 0;
        item->claims = reader_accept_word(&ps->r, "claims") ? (uint32_t)reader_number(&ps->r, UINT32_MAX - 1) : 0;
    }
    if (reader_accept_word(&ps->r, "when"))
        item->guard = parse_condition(ps);
    if (reader_accept_word(&ps->r, "marks"))
        item->marks = parse_flags(ps, &words_mark, "offset, guard, size or base");
    item->location = parse_at(ps, "at");
    if (!ps->r.error && ps->is_private)
        vec_push(&ps->privates, *item);
    else if (!ps->r.error)
        vec_push(&ps->items, *item);
}

static term_ref parse_wide(struct parser *ps, const char *what) {
    term_ref t = parse_term(ps);
    if (!term_is_none(t) && term_width(ps->p->terms, t) != 64)
        reader_fail(&ps->r, "expected %s of 64 bits, found a term of %u bits", what, term_width(ps->p->terms, t));
    return t;
}

static void parse_value(struct parser *ps, struct proto_item *item) {
    item->is_fill = reader_accept_word(&ps->r, "fill");
    if (!item->is_fill && !reader_accept_word(&ps->r, "value"))
        return;
    if (!item->is_fill && reader_accept(&ps->r, '?')) {
        item->value_bits = (uint32_t)reader_number(&ps->r, UINT32_MAX);
        return;
    }
    item->value = parse_term(ps);
    if (!term_is_none(item->value))
        item->value_bits = term_width(ps->p->terms, item->value);
}

/* [gives (name | ?),*] */
static void parse_gives(struct parser *ps, struct proto_item *item) {
    VEC(term_ref) gives = {0};
    if (!reader_accept_word(&ps->r, "gives"))
        return;
    do {
        term_ref value = TERM_NONE;
        if (!reader_accept(&ps->r, '?')) {
            symbol_ref symbol = parse_symbol_name(ps);
            value = ps->r.error ? TERM_NONE : term_symbol(ps->p->terms, symbol);
        }
        vec_push(&gives, value);
    } while (!ps->r.error && reader_accept(&ps->r, ','));
    term_ref *kept = arena_alloc(ps->p->arena, gives.size * sizeof *kept);
    memcpy(kept, gives.data, gives.size * sizeof *kept);
    item->gives = kept;
    item->give_count = gives.size;
    vec_release(&gives);
}

static void parse_access(struct parser *ps, enum access_mode mode) {
    struct proto_item item = new_item(ps, ITEM_ACCESS);
    item.mode = mode;
    item.array = parse_array_name(ps);
    reader_expect(&ps->r, '[');
    item.offset = parse_wide(ps, "an offset");
    reader_expect(&ps->r, ']');
    if (reader_accept_word(&ps->r, "size"))
        item.size = parse_wide(ps, "a size");
    else if (reader_expect_word(&ps->r, "bytes"))
        item.size = term_const(ps->p->terms, 64, reader_number(&ps->r, UINT64_MAX));
    parse_value(ps, &item);
    if (reader_accept_word(&ps->r, "copies")) {
        item.is_copy = true;
        item.source = parse_array_name(ps);
        reader_expect(&ps->r, '[');
        item.source_offset = parse_wide(ps, "an offset");
        reader_expect(&ps->r, ']');
    }
    if (reader_accept_word(&ps->r, "atomic")) {
        item.is_atomic = true;
        item.scope = (enum scope_kind)parse_choice(ps, &words_scope_kind, "system, device, block or warp");
        item.is_exchange = reader_accept_word(&ps->r, "exchange");
    }
    item.is_volatile = reader_accept_word(&ps->r, "volatile");
    item.is_async = reader_accept_word(&ps->r, "async");
    item.is_group = reader_accept_word(&ps->r, "group");
    if (reader_accept_word(&ps->r, "collective"))
        item.collective = (uint32_t)reader_number(&ps->r, UINT32_MAX);
    if (reader_accept_word(&ps->r, "owner"))
        item.owner = (uint32_t)reader_number(&ps->r, UINT32_MAX);
    parse_gives(ps, &item);
    parse_end(ps, &item);
}

void parse_read(struct parser *ps) {
    parse_access(ps, ACCESS_READ);
}

void parse_write(struct parser *ps) {
    parse_access(ps, ACCESS_WRITE);
}

void parse_update(struct parser *ps) {
    parse_access(ps, ACCESS_ATOMIC);
}

void parse_private(struct parser *ps) {
    ps->is_private = true;
    parse_access(ps, (enum access_mode)parse_choice(ps, &words_mode, "read, write or update"));
    ps->is_private = false;
}

static void parse_result(struct parser *ps, struct proto_item *item) {
    if (!reader_accept_word(&ps->r, "gives"))
        return;
    symbol_ref symbol = parse_symbol_name(ps);
    item->result = ps->r.error ? TERM_NONE : term_symbol(ps->p->terms, symbol);
}

void parse_barrier(struct parser *ps) {
    struct proto_item item = new_item(ps, ITEM_BARRIER);
    item.barrier = (enum barrier_kind)parse_choice(ps, &words_barrier, "a kind of barrier");
    if (reader_accept_word(&ps->r, "fence"))
        item.fence = (enum fence_kind)parse_choice(ps, &words_fence_kind, "what a barrier orders");
    item.is_sub_group = reader_accept_word(&ps->r, "subgroup");
    if (reader_accept_word(&ps->r, "mask"))
        item.mask = parse_term(ps);
    if (reader_accept_word(&ps->r, "count"))
        item.count = parse_term(ps);
    parse_result(ps, &item);
    parse_end(ps, &item);
}

void parse_collective(struct parser *ps) {
    struct proto_item item = new_item(ps, ITEM_COLLECTIVE);
    item.operation = reader_string(&ps->r);
    item.is_aligned = reader_accept_word(&ps->r, "aligned");
    if (reader_accept_word(&ps->r, "mask"))
        item.mask = parse_term(ps);
    if (reader_accept_word(&ps->r, "ballot"))
        item.ballot = parse_condition(ps);
    parse_result(ps, &item);
    parse_end(ps, &item);
}

void parse_fence(struct parser *ps) {
    struct proto_item item = new_item(ps, ITEM_FENCE);
    item.scope = (enum scope_kind)parse_choice(ps, &words_scope_kind, "system, device, block or warp");
    parse_end(ps, &item);
}

void parse_commit(struct parser *ps) {
    struct proto_item item = new_item(ps, ITEM_COPY_COMMIT);
    parse_end(ps, &item);
}

void parse_wait(struct parser *ps) {
    struct proto_item item = new_item(ps, ITEM_COPY_WAIT);
    item.count = parse_wide(ps, "a number of groups");
    parse_end(ps, &item);
}

void parse_exit(struct parser *ps) {
    struct proto_item item = new_item(ps, ITEM_EXIT);
    parse_end(ps, &item);
}

void parse_loop(struct parser *ps) {
    struct proto_item item = new_item(ps, ITEM_LOOP);
    struct proto_loop loop = {.parent = ps->around};
    uint32_t index = (uint32_t)reader_number(&ps->r, LOOP_MAX);
    if (!ps->r.error && index < ps->loops.size && ps->loops.data[index].is_read)
        reader_fail(&ps->r, "a second loop %u", index);
    reader_expect_word(&ps->r, "counter");
    loop.counter = parse_symbol_name(ps);
    loop.has_barrier = reader_accept_word(&ps->r, "barrier");
    loop.exact = reader_accept_word(&ps->r, "exact");
    loop.wraps = reader_accept_word(&ps->r, "wraps");
    if (reader_accept_word(&ps->r, "proceeds"))
        loop.proceeds = parse_condition(ps);
    loop.location = parse_at(ps, "header");
    item.body_loop = index;
    parse_end(ps, &item);
    reader_expect(&ps->r, '{');
    if (ps->r.error)
        return;
    loop.begin = loop.end = ps->items.size;
    if (index >= ps->loops.size)
        vec_resize_zero(&ps->loops, index + 1);
    ps->loops.data[index] = (struct parsed_loop){loop, true};
    ps->around = index;
}

void parse_loop_end(struct parser *ps) {
    struct proto_loop *loop = &ps->loops.data[ps->around].loop;
    loop->end = ps->items.size;
    ps->around = loop->parent;
}
