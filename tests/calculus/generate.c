/* Random programs: small loops, conditionals, reads, writes, synchronised loops, over one or two
   arrays. Indices are such that threads often stay apart and often do not. */
#include "theorem.h"

struct maker {
    struct baby_program *p;
    struct arena *arena;
    struct rng *rng;
    VEC(uint32_t) typed;            /* names in V, tid and ntid first */
    VEC(uint32_t) locals;           /* names that let binds */
    uint32_t statements;            /* still to be made */
    bool wants_untyped, is_untyped; /* a data dependency is to be made; was made */
};

static uint32_t below(struct maker *m, uint32_t bound) {
    return (uint32_t)rng_below(m->rng, bound);
}

static uint32_t number(struct maker *m, uint32_t bound) {
    return baby_number(m->p, below(m, bound));
}

static uint32_t binary(struct maker *m, enum baby_op op, uint32_t a, uint32_t b) {
    return baby_expr(m->p, op, a, b, BABY_NONE);
}

static uint32_t tid(struct maker *m) {
    return baby_variable(m->p, BABY_NAME_TID);
}

static uint32_t ntid(struct maker *m) {
    return baby_variable(m->p, BABY_NAME_NTID);
}

/* Now and then, if one is wanted, a variable that was read from memory: the expression is no longer
 * typed. */
static bool takes_local(struct maker *m) {
    bool takes = m->wants_untyped && m->locals.size > 0 && below(m, 3) == 0;
    m->is_untyped |= takes;
    return takes;
}

static uint32_t local(struct maker *m) {
    return baby_variable(m->p, m->locals.data[below(m, m->locals.size)]);
}

static uint32_t typed(struct maker *m) {
    return baby_variable(m->p, m->typed.data[below(m, m->typed.size)]);
}

static uint32_t make_constant(struct maker *m) {
    static const uint32_t ends[] = {0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0xffffffff};
    return below(m, 2) ? number(m, 5) : baby_number(m->p, ends[below(m, 8)]);
}

/* Any operator of numbers, with operands that are small, 0, or at the ends of 32 bits. Factors and
   divisors are constants: of products and quotients of variables the prover may know too little. */
static uint32_t make_any(struct maker *m, uint32_t depth) {
    static const enum baby_op ops[] = {BABY_ADD,     BABY_SUBTRACT,   BABY_BIT_AND,     BABY_BIT_OR,
                                       BABY_BIT_XOR, BABY_SHIFT_LEFT, BABY_SHIFT_RIGHT, BABY_SIGNED_SHIFT_RIGHT};
    static const enum baby_op products[] = {BABY_MULTIPLY, BABY_DIVIDE, BABY_REMAINDER, BABY_SIGNED_DIVIDE, BABY_SIGNED_REMAINDER};
    static const enum baby_op orders[] = {
        BABY_LESS,           BABY_LESS_EQUAL,           BABY_GREATER, BABY_GREATER_EQUAL, BABY_SIGNED_LESS, BABY_SIGNED_LESS_EQUAL,
        BABY_SIGNED_GREATER, BABY_SIGNED_GREATER_EQUAL, BABY_EQUAL,   BABY_UNEQUAL};
    uint32_t kind = below(m, depth > 0 ? 10 : 4);
    if (kind < 2)
        return typed(m);
    if (kind < 4)
        return make_constant(m);
    uint32_t a = make_any(m, depth - 1);
    if (kind < 7)
        return binary(m, products[below(m, sizeof products / sizeof *products)], a, make_constant(m));
    uint32_t b = make_any(m, depth - 1);
    if (kind > 7)
        return binary(m, ops[below(m, sizeof ops / sizeof *ops)], a, b);
    uint32_t c = binary(m, orders[below(m, sizeof orders / sizeof *orders)], a, b);
    return baby_expr(m->p, BABY_CHOICE, c, make_any(m, depth - 1), b);
}

static uint32_t make_index(struct maker *m) {
    if (takes_local(m))
        return binary(m, BABY_REMAINDER, local(m), baby_number(m->p, 4));
    switch (below(m, 15)) {
    case 12: return make_any(m, 2);
    case 13: return binary(m, BABY_ADD, tid(m), make_any(m, 1));
    case 0: return number(m, 4);
    case 1: return typed(m);
    case 2: return binary(m, BABY_ADD, tid(m), number(m, 3));
    case 3: return binary(m, BABY_REMAINDER, binary(m, BABY_ADD, tid(m), number(m, 3)), ntid(m));
    case 4: return binary(m, BABY_ADD, binary(m, BABY_MULTIPLY, typed(m), ntid(m)), tid(m));
    case 5: return binary(m, BABY_ADD, binary(m, BABY_MULTIPLY, tid(m), number(m, 4)), typed(m));
    case 6: return binary(m, BABY_SUBTRACT, binary(m, BABY_SUBTRACT, ntid(m), baby_number(m->p, 1)), tid(m));
    case 7: return binary(m, BABY_DIVIDE, tid(m), baby_number(m->p, 2));
    case 8: return binary(m, BABY_BIT_XOR, tid(m), number(m, 4));
    case 9: return binary(m, BABY_BIT_AND, tid(m), number(m, 4));
    default: return tid(m);
    }
}

static uint32_t make_value(struct maker *m) {
    uint32_t a = m->locals.size > 0 && below(m, 2) ? local(m) : typed(m);
    if (below(m, 6) == 0)
        return make_any(m, 2);
    return below(m, 2) ? a : binary(m, below(m, 2) ? BABY_ADD : BABY_MULTIPLY, a, number(m, 7));
}

static uint32_t make_condition(struct maker *m) {
    if (takes_local(m))
        return binary(m, BABY_LESS, local(m), number(m, 9));
    uint32_t a = typed(m), plain;
    switch (below(m, 8)) {
    case 6: return binary(m, BABY_SIGNED_LESS, make_any(m, 1), make_any(m, 1));
    case 7: return binary(m, BABY_LESS_EQUAL, make_any(m, 1), make_any(m, 1));
    case 0: return binary(m, BABY_EQUAL, a, typed(m));
    case 1: return binary(m, BABY_EQUAL, binary(m, BABY_REMAINDER, a, baby_number(m->p, 2)), number(m, 2));
    case 2: return binary(m, BABY_GREATER_EQUAL, a, number(m, 4));
    case 3: plain = binary(m, BABY_EQUAL, a, number(m, 3)); return baby_expr(m->p, BABY_NOT, plain, BABY_NONE, BABY_NONE);
    case 4:
        plain = binary(m, BABY_LESS, tid(m), number(m, 4));
        return binary(m, below(m, 2) ? BABY_AND_ALSO : BABY_OR_ELSE, plain, binary(m, BABY_UNEQUAL, a, number(m, 3)));
    default: return binary(m, BABY_EQUAL, tid(m), number(m, 4));
    }
}

/* At the level of barriers every name but tid and let's is the same for all threads. */
static uint32_t make_uniform(struct maker *m) {
    uint32_t name = m->typed.data[below(m, m->typed.size)];
    return name == BABY_NAME_TID ? number(m, 4) : baby_variable(m->p, name);
}

static uint32_t make_bound(struct maker *m, bool is_upper) {
    if (takes_local(m))
        return binary(m, BABY_REMAINDER, local(m), baby_number(m->p, 3));
    switch (below(m, 4)) {
    case 0: return typed(m);
    case 1: return is_upper ? ntid(m) : tid(m);
    default: return is_upper ? baby_number(m->p, below(m, 3) + 1) : number(m, 2);
    }
}

static uint32_t make_block(struct maker *m, uint32_t depth, bool may_sync);

static uint32_t new_name(struct maker *m, enum baby_name_kind kind) {
    const char *text = arena_printf(m->arena, "%s%u", kind == BABY_LOCAL ? "y" : "x", m->p->names.size);
    return baby_add_name(m->p, text, kind, (struct baby_place){0, 0});
}

static void make_access(struct maker *m, struct baby_stmt *s) {
    s->kind = BABY_WRITE;
    s->array = below(m, m->p->arrays.size);
    s->index = make_index(m);
    s->value = make_value(m);
}

static void make_read(struct maker *m, struct baby_stmt *s, uint32_t depth, bool may_sync) {
    s->kind = BABY_READ;
    s->array = below(m, m->p->arrays.size);
    s->index = make_index(m);
    s->name = new_name(m, BABY_LOCAL);
    vec_push(&m->locals, s->name);
    s->body = make_block(m, depth + 1, may_sync);
    m->locals.size--;
}

static void make_if(struct maker *m, struct baby_stmt *s, uint32_t depth, bool may_sync) {
    bool syncs = may_sync && below(m, 3) == 0;
    s->kind = BABY_IF;
    s->condition = syncs ? binary(m, BABY_LESS, make_uniform(m), number(m, 4)) : make_condition(m);
    s->body = make_block(m, depth + 1, syncs);
    s->other = below(m, 2) ? make_block(m, depth + 1, syncs) : BABY_NONE;
}

static void make_for(struct maker *m, struct baby_stmt *s, uint32_t depth, bool may_sync) {
    bool syncs = may_sync && below(m, 2);
    s->kind = BABY_FOR;
    s->index = syncs ? number(m, 2) : make_bound(m, false);
    s->value = syncs ? (below(m, 2) ? make_uniform(m) : number(m, 4)) : make_bound(m, true);
    s->name = new_name(m, BABY_COUNTER);
    vec_push(&m->typed, s->name);
    s->body = make_block(m, depth + 1, syncs);
    m->typed.size--;
}

static void make_statement(struct maker *m, struct baby_stmt *s, uint32_t depth, bool may_sync) {
    uint32_t kind = below(m, depth < 4 ? 12 : 6);
    if (kind < 4)
        make_access(m, s);
    else if (kind == 4 && may_sync)
        s->kind = BABY_SYNC;
    else if (kind == 5)
        s->kind = BABY_SKIP;
    else if (kind < 9 && depth < 4)
        make_read(m, s, depth, may_sync);
    else if (kind == 9 || kind == 10)
        make_if(m, s, depth, may_sync);
    else if (kind == 11)
        make_for(m, s, depth, may_sync);
    else
        make_access(m, s);
}

static uint32_t make_block(struct maker *m, uint32_t depth, bool may_sync) {
    uint32_t first = BABY_NONE, last = BABY_NONE, count = 1 + below(m, 3);
    for (uint32_t i = 0; i < count && m->statements > 0; i++) {
        struct baby_stmt s = {.next = BABY_NONE, .body = BABY_NONE, .other = BABY_NONE};
        m->statements--;
        make_statement(m, &s, depth, may_sync);
        uint32_t at = baby_add_stmt(m->p, &s);
        if (last == BABY_NONE)
            first = at;
        else
            m->p->stmts.data[last].next = at;
        last = at;
        if (s.kind == BABY_READ)
            break; /* the rest of the block is its continuation */
    }
    return first;
}

struct baby_program *generate_program(struct arena *arena, struct rng *rng, bool is_typed, uint32_t index) {
    for (;;) {
        struct maker m = {.arena = arena, .rng = rng, .statements = 9, .wants_untyped = !is_typed};
        m.p = baby_program_create(arena, arena_printf(arena, "p%u", index), "random.baby");
        uint32_t param = baby_add_name(m.p, "n", BABY_PARAM, (struct baby_place){0, 0});
        (void)baby_add_array(m.p, "A");
        if (rng_below(rng, 3) == 0)
            (void)baby_add_array(m.p, "B");
        vec_push(&m.typed, BABY_NAME_TID);
        vec_push(&m.typed, BABY_NAME_NTID);
        vec_push(&m.typed, param);
        m.p->body = make_block(&m, 0, true);
        vec_release(&m.typed);
        vec_release(&m.locals);
        if (m.is_untyped == !is_typed)
            return m.p;
        baby_program_destroy(m.p);
    }
}
