/* See lower.h. */
#include "calculus/lower.h"

#include <assert.h>

#include "calculus/breakage.h"
#include "protocol/launch.h"
#include "protocol/stated.h"

enum { CELL_BYTES = 4, WIDTH = 32 };

/* Every natural below 2^32 is an index. */
#define ARRAY_BYTES ((uint64_t)CELL_BYTES << WIDTH)

struct lowering {
    const struct baby_program *program;
    struct protocol *p;
    term_ref *values; /* by name */
    VEC(struct proto_item) items;
    VEC(uint32_t) stmts; /* by item */
    VEC(struct proto_loop) loops;
    VEC(struct loc) locs;
    uint32_t loop; /* around what is being lowered */
    term_ref guard;
};

/* ---- expressions ---- */

static term_ref lower_expr(struct lowering *l, uint32_t expr);

static term_ref lower_binary(struct lowering *l, enum baby_op op, term_ref a, term_ref b) {
    struct term_table *t = l->p->terms;
    switch (op) {
    case BABY_OR_ELSE: return term_or(t, a, b);
    case BABY_AND_ALSO: return term_and(t, a, b);
    case BABY_EQUAL: return term_eq(t, a, b);
    case BABY_UNEQUAL: return term_ne(t, a, b);
    case BABY_LESS: return term_ult(t, a, b);
    case BABY_LESS_EQUAL: return term_ule(t, a, b);
    case BABY_GREATER: return term_ult(t, b, a);
    case BABY_GREATER_EQUAL: return term_ule(t, b, a);
    case BABY_SIGNED_LESS: return term_slt(t, a, b);
    case BABY_SIGNED_LESS_EQUAL: return term_sle(t, a, b);
    case BABY_SIGNED_GREATER: return term_slt(t, b, a);
    case BABY_SIGNED_GREATER_EQUAL: return term_sle(t, b, a);
    case BABY_BIT_OR: return term_or(t, a, b);
    case BABY_BIT_XOR: return term_binary(t, TERM_XOR, a, b);
    case BABY_BIT_AND: return term_and(t, a, b);
    case BABY_SHIFT_LEFT: return term_shl(t, a, b, 0);
    case BABY_SHIFT_RIGHT: return term_binary(t, TERM_LSHR, a, b);
    case BABY_SIGNED_SHIFT_RIGHT: return term_binary(t, TERM_ASHR, a, b);
    case BABY_ADD: return term_add(t, a, b, 0);
    case BABY_SUBTRACT: return term_sub(t, a, b, 0);
    case BABY_MULTIPLY: return term_mul(t, a, b, 0);
    case BABY_DIVIDE: return term_binary(t, TERM_UDIV, a, b);
    case BABY_REMAINDER: return term_binary(t, TERM_UREM, a, b);
    case BABY_SIGNED_DIVIDE: return term_binary(t, TERM_SDIV, a, b);
    case BABY_SIGNED_REMAINDER: return term_binary(t, TERM_SREM, a, b);
    case BABY_NUMBER:
    case BABY_TRUE:
    case BABY_FALSE:
    case BABY_VARIABLE:
    case BABY_CHOICE:
    case BABY_NOT:
    case BABY_OP_COUNT: break;
    }
    assert(false && "a binary operator");
    return TERM_NONE;
}

static term_ref lower_variable(struct lowering *l, uint32_t name) {
    l->p->reads_tid[0] |= name == BABY_NAME_TID;
    l->p->reads_bdim[0] |= name == BABY_NAME_NTID;
    return l->values[name];
}

static term_ref lower_expr(struct lowering *l, uint32_t expr) {
    struct term_table *t = l->p->terms;
    const struct baby_expr *e = &l->program->exprs.data[expr];
    term_ref operands[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    for (uint32_t i = 0; i < baby_op_info(e->op)->arity; i++)
        operands[i] = lower_expr(l, e->child[i]);
    if (e->op == BABY_NUMBER)
        return term_const(t, WIDTH, e->value);
    if (e->op == BABY_VARIABLE)
        return lower_variable(l, e->value);
    if (e->op == BABY_TRUE || e->op == BABY_FALSE)
        return e->op == BABY_TRUE ? term_true(t) : term_false(t);
    if (e->op == BABY_CHOICE)
        return term_ite(t, operands[0], operands[1], operands[2]);
    if (e->op == BABY_NOT)
        return term_not(t, operands[0]);
    return lower_binary(l, e->op, operands[0], operands[1]);
}

static term_ref cell_offset(struct lowering *l, uint32_t index) {
    struct term_table *t = l->p->terms;
    return term_mul(t, term_zext(t, lower_expr(l, index), 64), term_const(t, 64, CELL_BYTES), TERM_NSW);
}

/* ---- items ---- */

static loc_ref add_location(struct lowering *l, struct baby_place place) {
    vec_push(&l->locs, (struct loc){.file = l->program->file, .function = l->program->name, .line = place.line, .column = place.column});
    return (loc_ref){l->locs.size - 1};
}

static uint32_t marks_of(const struct lowering *l, const struct proto_item *item) {
    const struct term_table *t = l->p->terms;
    bool is_offset = item->kind == ITEM_ACCESS && (term_deps(t, item->offset) & DEP_APPROX);
    return (is_offset ? MARK_OFFSET : 0u) | (term_deps(t, item->guard) & DEP_APPROX ? MARK_GUARD : 0u);
}

static struct proto_item new_item(struct lowering *l, enum item_kind kind, uint32_t stmt) {
    return (struct proto_item){.kind = kind,
                               .loop = l->loop,
                               .guard = l->guard,
                               .body_loop = PROTOCOL_NONE,
                               .location = add_location(l, l->program->stmts.data[stmt].place)};
}

static void add_item(struct lowering *l, struct proto_item *item, uint32_t stmt) {
    item->marks = marks_of(l, item);
    vec_push(&l->items, *item);
    vec_push(&l->stmts, stmt);
}

static struct proto_item access_item(struct lowering *l, uint32_t at, enum access_mode mode) {
    const struct baby_stmt *s = &l->program->stmts.data[at];
    struct proto_item item = new_item(l, ITEM_ACCESS, at);
    item.mode = mode;
    item.array = s->array;
    item.offset = cell_offset(l, s->index);
    item.size = term_const(l->p->terms, 64, CELL_BYTES);
    return item;
}

static void lower_write(struct lowering *l, uint32_t at) {
    struct proto_item item = access_item(l, at, ACCESS_WRITE);
    item.value = lower_expr(l, l->program->stmts.data[at].value);
    item.value_bits = WIDTH;
    add_item(l, &item, at);
}

/* What a read gives: a symbol; of an array that nobody writes a function of the place. */
static void lower_read(struct lowering *l, uint32_t at) {
    struct term_table *t = l->p->terms;
    const struct baby_stmt *s = &l->program->stmts.data[at];
    const struct baby_array *array = &l->program->arrays.data[s->array];
    const struct baby_name *name = &l->program->names.data[s->name];
    struct proto_item item = access_item(l, at, ACCESS_READ);
    if (array->is_written) {
        const struct symbol symbol = {.name = name->text,
                                      .width_bits = WIDTH,
                                      .role = SYMBOL_VALUE,
                                      .scope = SCOPE_THREAD,
                                      .approximate = true,
                                      .reason = arena_printf(l->p->arena, "value read from %s", array->name),
                                      .location = item.location.id};
        term_ref *gives = arena_alloc(l->p->arena, sizeof *gives);
        *gives = l->values[s->name] = term_symbol(t, symbol_create(t, &symbol));
        item.gives = gives;
        item.give_count = 1;
    } else {
        uint32_t contents = function_intern(t, arena_printf(l->p->arena, "%s:%d", array->name, WIDTH), DEP_MEMORY);
        l->values[s->name] = term_apply(t, contents, WIDTH, &item.offset, 1);
    }
    add_item(l, &item, at);
}

static void lower_sync(struct lowering *l, uint32_t at) {
    struct proto_item item = new_item(l, ITEM_BARRIER, at);
    item.barrier = BARRIER_BLOCK;
    if (!CALCULUS_BREAK(MAP_SYNC))
        add_item(l, &item, at);
}

static void lower_block(struct lowering *l, uint32_t first);

static void lower_if(struct lowering *l, uint32_t at) {
    const struct baby_stmt *s = &l->program->stmts.data[at];
    struct term_table *t = l->p->terms;
    term_ref around = l->guard, condition = lower_expr(l, s->condition);
    l->guard = term_and(t, around, condition);
    lower_block(l, s->body);
    l->guard = CALCULUS_BREAK(MAP_ELSE) ? l->guard : term_and(t, around, term_not(t, condition));
    lower_block(l, s->other);
    l->guard = around;
}

static symbol_ref add_counter(struct lowering *l, uint32_t loop, loc_ref location) {
    const struct symbol symbol = {.name = arena_printf(l->p->arena, "k%u", loop),
                                  .width_bits = WIDTH,
                                  .role = SYMBOL_COUNTER,
                                  .scope = SCOPE_THREAD,
                                  .loop = loop,
                                  .location = location.id};
    return symbol_create(l->p->terms, &symbol);
}

/* x = n + k: no iteration is begun in which it wraps, a fact of k, and the loop goes on while n + k
 * < m. */
static void lower_for(struct lowering *l, uint32_t at) {
    const struct baby_stmt s = l->program->stmts.data[at];
    struct term_table *t = l->p->terms;
    uint32_t loop = l->loops.size;
    struct proto_item item = new_item(l, ITEM_LOOP, at);
    item.body_loop = loop;
    symbol_ref counter = add_counter(l, loop, item.location);
    term_ref k = term_symbol(t, counter), from = lower_expr(l, s.index), to = lower_expr(l, s.value), around = l->guard;
    term_ref x = CALCULUS_BREAK(MAP_START) ? k : term_add(t, from, k, TERM_NUW);
    term_ref proceeds = CALCULUS_BREAK(MAP_BOUND) ? term_ule(t, x, to) : term_ult(t, x, to);
    symbol_add_fact(t, counter, term_ule(t, k, term_sub(t, term_const(t, WIDTH, UINT32_MAX), from, 0)));
    add_item(l, &item, at);
    vec_push(&l->loops, (struct proto_loop){.parent = l->loop,
                                            .begin = l->items.size,
                                            .counter = counter,
                                            .has_barrier = s.has_sync,
                                            .proceeds = proceeds,
                                            .exact = true,
                                            .location = item.location});
    l->values[s.name] = x;
    l->loop = loop;
    l->guard = term_and(t, around, proceeds);
    lower_block(l, s.body);
    l->loops.data[loop].end = l->items.size;
    l->loop = l->loops.data[loop].parent;
    l->guard = around;
}

static void lower_statement(struct lowering *l, uint32_t at) {
    switch (l->program->stmts.data[at].kind) {
    case BABY_SKIP:
    case BABY_RD:
    case BABY_WR: break;
    case BABY_SYNC: lower_sync(l, at); break;
    case BABY_WRITE: lower_write(l, at); break;
    case BABY_READ:
        lower_read(l, at);
        lower_block(l, l->program->stmts.data[at].body);
        break;
    case BABY_IF: lower_if(l, at); break;
    case BABY_FOR: lower_for(l, at); break;
    }
}

static void lower_block(struct lowering *l, uint32_t first) {
    for (uint32_t at = first; at != BABY_NONE; at = l->program->stmts.data[at].next)
        lower_statement(l, at);
}

/* ---- the protocol around the items ---- */

static void lower_params(struct lowering *l) {
    struct protocol *p = l->p;
    l->values[BABY_NAME_TID] = p->tid[0];
    l->values[BABY_NAME_NTID] = p->bdim[0];
    p->param_count = l->program->param_count;
    p->params = arena_alloc(p->arena, (p->param_count + 1) * sizeof *p->params);
    for (uint32_t i = 0; i < p->param_count; i++) {
        const char *name = l->program->names.data[BABY_NAME_PARAMS + i].text;
        const struct symbol symbol = {.name = name, .width_bits = WIDTH, .role = SYMBOL_PARAM, .scope = SCOPE_UNIFORM};
        term_ref value = term_symbol(p->terms, symbol_create(p->terms, &symbol));
        p->params[i] = (struct proto_param){.name = name, .array = PROTOCOL_NONE, .value = value};
        l->values[BABY_NAME_PARAMS + i] = value;
    }
}

static void lower_arrays(struct lowering *l) {
    struct protocol *p = l->p;
    p->array_count = l->program->arrays.size;
    p->arrays = arena_alloc(p->arena, (p->array_count + 1) * sizeof *p->arrays);
    for (uint32_t i = 0; i < p->array_count; i++)
        p->arrays[i] = (struct proto_array){.name = l->program->arrays.data[i].name,
                                            .kind = ARRAY_SHARED,
                                            .space = SPACE_SHARED,
                                            .elem_bytes = CELL_BYTES,
                                            .extent_bytes = ARRAY_BYTES,
                                            .written = l->program->arrays.data[i].is_written,
                                            .param = PROTOCOL_NONE};
}

#define GIVE(field, vec)                                                                                                                             \
    do {                                                                                                                                             \
        (field) = arena_alloc(arena, ((size_t)(vec).size + 1) * sizeof *(vec).data);                                                                 \
        if ((vec).size > 0)                                                                                                                          \
            memcpy((void *)(uintptr_t)(field), (vec).data, (vec).size * sizeof *(vec).data);                                                         \
        vec_release(&(vec));                                                                                                                         \
    } while (0)

struct protocol *baby_lower(struct arena *arena, const struct baby_program *program, uint32_t **items) {
    struct protocol *p = arena_alloc(arena, sizeof *p);
    struct lowering l = {.program = program, .p = p, .loop = PROTOCOL_NONE};
    uint32_t *stmts = NULL;
    p->arena = arena;
    p->terms = term_table_create();
    p->stated = arena_alloc(arena, sizeof *p->stated);
    p->name = p->display = program->name;
    p->file = program->file;
    p->line = program->place.line;
    protocol_add_launch(p);
    l.values = arena_alloc(arena, program->names.size * sizeof *l.values);
    l.guard = term_true(p->terms);
    vec_push(&l.locs, (struct loc){.file = NULL});
    lower_params(&l);
    lower_arrays(&l);
    lower_block(&l, program->body);
    p->item_count = l.items.size;
    p->loop_count = l.loops.size;
    p->loc_count = l.locs.size;
    GIVE(p->items, l.items);
    GIVE(p->loops, l.loops);
    GIVE(p->locs, l.locs);
    GIVE(stmts, l.stmts);
    if (items)
        *items = stmts;
    assert(!protocol_check(p));
    return p;
}
