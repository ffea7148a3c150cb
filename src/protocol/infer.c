/* The walk that turns kernel IR into a protocol.

   Regions are walked in reverse post-order with inner loops as one step, so
   the items come out in the order in which every thread executes them. Guards
   are collected relative to the innermost loop and completed when a loop is
   finished. Nothing is dropped: what has no place in a protocol becomes a
   problem with its location. */
#include "protocol/infer.h"

void infer_add_problem(struct inference *inf, enum reason_kind reason, uint32_t properties, loc_ref location, const char *detail) {
    struct proto_problem problem = {reason, properties, location, detail};
    vec_push(&inf->problems, problem);
}

/* Once for each function; it may ask for any index. */
static void add_trust(struct inference *inf, const struct inst *inst, enum trust_kind kind) {
    struct protocol *p = inf->protocol;
    for (uint32_t axis = 0; axis < 3 && kind == TRUST_FUNCTION; axis++)
        p->reads_tid[axis] = p->reads_bid[axis] = p->reads_bdim[axis] = p->reads_gdim[axis] = true;
    for (uint32_t i = 0; i < inf->trusts.size; i++)
        if (inf->trusts.data[i].kind == kind && strcmp(inf->trusts.data[i].function, inst->name) == 0)
            return;
    vec_push(&inf->trusts, (struct proto_trust){.function = inst->name, .location = inst->loc, .kind = kind});
}

static void walk_unsupported(struct inference *inf, const struct inst *inst) {
    switch ((enum unsupported_effect)inst->imm) {
    case UNSUPPORTED_VALUE:
    case UNSUPPORTED_CHOICE: break;
    case UNSUPPORTED_MEMORY: infer_add_problem(inf, REASON_UNSUPPORTED, INFER_ALL_PROPERTIES, inst->loc, inst->name); break;
    case UNSUPPORTED_ASKED: infer_add_problem(inf, REASON_UNSUPPORTED, PROPERTY_ASSERT, inst->loc, inst->name); break;
    case UNSUPPORTED_ASSUMED: add_trust(inf, inst, TRUST_FUNCTION); break;
    case UNSUPPORTED_MEETING: break; /* walk_meeting */
    case UNSUPPORTED_IGNORED: vec_push(&inf->trusts, (struct proto_trust){inst->name, inst->loc, TRUST_IGNORED}); break;
    case UNSUPPORTED_UNIFORM: add_trust(inf, inst, TRUST_UNIFORM); break;
    }
}

struct walk {
    struct inference *inf;
    uint32_t loop, proto_loop;
};

static struct proto_item new_item(const struct walk *walk, enum item_kind kind, const struct inst *inst, term_ref guard) {
    return (struct proto_item){.kind = kind,
                               .loop = walk->proto_loop,
                               .guard = guard,
                               .location = inst->loc,
                               .array = PROTOCOL_NONE,
                               .body_loop = PROTOCOL_NONE,
                               .step = (uint32_t)(inst - walk->inf->kernel->insts)};
}

bool infer_is_private(const struct inference *inf, uint32_t array) {
    return inf->arrays.data[array].kind == ARRAY_LOCAL || inf->arrays.data[array].space == SPACE_PARAM;
}

/* Claims that the access, if it happens, goes through elements of the arrays that its address indexes. */
static void add_bounds(const struct walk *walk, const struct inst *inst, uint32_t block, value_ref pointer, const struct proto_item *item) {
    struct inference *inf = walk->inf;
    struct term_table *t = inf->terms;
    struct bound_walk at = bound_walk_begin(&inf->bounds, pointer);
    bool is_own = infer_is_private(inf, item->array);
    for (const struct inst *bound; (bound = bound_walk_next(&inf->bounds, inf->kernel, &at));) {
        term_ref index = value_scalar_at(inf, kernel_operand(inf->kernel, bound, 0), block);
        uint64_t extent = kernel_inst(inf->kernel, kernel_operand(inf->kernel, bound, 1))->imm;
        struct proto_assert claim = {.kind = CLAIM_BOUND,
                                     .guard = item->guard,
                                     .condition = protocol_inside(t, index, extent),
                                     .location = inst->loc,
                                     .loop = walk->proto_loop,
                                     .position = PROTOCOL_NONE,
                                     .index = index,
                                     .extent = extent,
                                     .is_private = is_own,
                                     .access = is_own ? inf->privates.size : inf->items.size};
        if (!term_is_true(t, claim.condition) && !term_is_false(t, claim.guard))
            vec_push(&inf->asserts, claim);
    }
}

/* Private memory is forgotten where the access is inside it, and inside its dimensions, whatever happens. */
static void add_private(struct inference *inf, const struct proto_item *item, bool is_bounded) {
    struct term_table *t = inf->terms;
    uint64_t size, extent = inf->arrays.data[item->array].extent_bytes;
    bool fits = extent > 0 && term_is_const(t, item->size, &size) && size <= extent &&
                term_is_true(t, term_ule(t, item->offset, term_const(t, 64, extent - size)));
    if (fits && !is_bounded)
        return;
    vec_push(&inf->privates, *item);
    vec_last(&inf->privates).position = inf->items.size;
    vec_last(&inf->privates).claims = inf->asserts.size;
}

/* Axes that the kernel does not ask for stay unread. */
static term_ref is_first_thread(struct inference *inf) {
    term_ref first = term_true(inf->terms);
    for (uint32_t axis = 0; axis < 3; axis++)
        first = term_and(inf->terms, first, term_eq(inf->terms, inf->protocol->tid[axis], term_const(inf->terms, 32, 0)));
    return first;
}

static term_ref keep_symbol(void *context, symbol_ref symbol) {
    (void)context;
    (void)symbol;
    return TERM_NONE;
}

/* An access through a null pointer touches no array; that there is none is assumed as it is of accesses out of bounds,
   unless the guard, which may ask for null, excludes it. */
static void add_null(struct inference *inf, const struct inst *inst, term_ref guard, term_ref is_null) {
    struct substitution *where_null = substitution_create(inf->terms, keep_symbol, NULL);
    substitution_fix(where_null, is_null, term_true(inf->terms));
    substitution_fix(where_null, term_not(inf->terms, is_null), term_false(inf->terms));
    bool found = term_is_false(inf->terms, substitution_apply(where_null, guard));
    substitution_destroy(where_null);
    for (uint32_t i = 0; i < inf->trusts.size && !found; i++)
        found = inf->trusts.data[i].kind == TRUST_NOT_NULL && inf->trusts.data[i].location.id == inst->loc.id;
    if (found)
        return;
    vec_push(&inf->trusts, (struct proto_trust){"a pointer that may be null", inst->loc, TRUST_NOT_NULL});
    infer_add_problem(inf, REASON_UNKNOWN_POINTER, PROPERTY_BOUNDS, inst->loc, "an access through a pointer that may be null");
}

/* One item per array the pointer may point into. */
static void add_access(const struct walk *walk, const struct inst *inst, uint32_t block, value_ref pointer, enum access_mode mode, term_ref size,
                       struct value stored, uint32_t stored_bits) {
    struct inference *inf = walk->inf;
    struct value p = value_at(inf, pointer, block);
    if (p.kind != VALUE_POINTER) {
        infer_add_problem(inf, REASON_UNKNOWN_POINTER, INFER_ALL_PROPERTIES, inst->loc, "an access through something that is no pointer");
        return;
    }
    for (uint32_t i = 0; i < p.count; i++) {
        struct pointer_alt alt = inf->alts.data[p.first + i];
        struct proto_item item = new_item(walk, ITEM_ACCESS, inst, term_and(inf->terms, inf->guard[block], alt.cond));
        if (alt.is_null) {
            add_null(inf, inst, inf->guard[block], alt.cond);
            continue;
        }
        item.mode = mode;
        item.array = alt.array;
        item.offset = passed_within(inf, block, alt.offset);
        item.size = size;
        if (stored.kind == VALUE_SCALAR) {
            item.value = stored.term;
            item.value_bits = stored_bits;
        }
        item.is_async = (inst->flags & INST_ASYNC) != 0;
        item.is_group = (inst->flags & INST_GROUP) != 0;
        if (item.is_group)
            item.guard = term_and(inf->terms, item.guard, is_first_thread(inf));
        item.is_volatile = (inst->flags & INST_VOLATILE) != 0;
        item.is_atomic = mode == ACCESS_ATOMIC || (inst->flags & INST_ATOMIC_ACCESS) != 0;
        item.is_exchange = inst->op == INST_CMPXCHG || (inst->op == INST_ATOMIC && inst->imm == ATOMIC_XCHG);
        item.scope = (enum scope_kind)inst->scope;
        item.marks = alt.marks;
        uint32_t claims = inf->asserts.size;
        add_bounds(walk, inst, block, pointer, &item);
        if (infer_is_private(inf, alt.array))
            add_private(inf, &item, inf->asserts.size > claims);
        else
            vec_push(&inf->items, item);
    }
}

static const struct value NO_VALUE = {.kind = VALUE_NONE};

static bool is_ballot(const struct inst *inst) {
    return inst->op == INST_COLLECTIVE && inst->imm == COLLECTIVE_VOTE && strstr(inst->name, "ballot") && strstr(inst->name, "sync") &&
           inst->operand_count == 2;
}

/* Operations without ".sync" are for whoever is there. */
static void walk_collective(const struct walk *walk, value_ref ref, const struct inst *inst, uint32_t block) {
    struct inference *inf = walk->inf;
    struct term_table *t = inf->terms;
    struct proto_item item = new_item(walk, ITEM_COLLECTIVE, inst, inf->guard[block]);
    bool is_matrix = inst->op != INST_COLLECTIVE || inst->imm == COLLECTIVE_MATRIX;
    uint32_t mask = inst->op == INST_COLLECTIVE && inst->imm == COLLECTIVE_REDUX ? 1 : 0;
    item.is_aligned = is_matrix;
    item.operation = inst->op == INST_COLLECTIVE ? inst->name : inst_op_name((enum inst_op)inst->op);
    if (is_matrix)
        item.mask = term_const(t, 32, UINT32_MAX);
    else if (inst->imm != COLLECTIVE_ACTIVEMASK && strstr(inst->name, "sync") && mask < inst->operand_count)
        item.mask = value_scalar_at(inf, kernel_operand(inf->kernel, inst, mask), block);
    if (!is_matrix && inst->type.kind != TYPE_VOID && inf->values[ref.id].kind == VALUE_SCALAR)
        item.result = inf->values[ref.id].term;
    if (is_ballot(inst))
        item.ballot = value_scalar_at(inf, kernel_operand(inf->kernel, inst, 1), block);
    vec_push(&inf->items, item);
}

/* A tile's lines, each one access; which lane makes it is not known, so each may. Each element of an accumulator (operand 4 is not 0) is
 * held by one lane, always the same for its type and layout. */
static void walk_matrix(const struct walk *walk, value_ref ref, const struct inst *inst, uint32_t block) {
    struct inference *inf = walk->inf;
    struct term_table *t = inf->terms;
    const struct kernel *k = inf->kernel;
    term_ref stride = value_scalar_at(inf, kernel_operand(k, inst, 1), block);
    uint64_t lines = kernel_inst(k, kernel_operand(k, inst, 2))->imm;
    term_ref size = term_const(t, 64, kernel_inst(k, kernel_operand(k, inst, 3))->imm);
    uint32_t fragment = (uint32_t)kernel_inst(k, kernel_operand(k, inst, 4))->imm;
    bool is_store = inst->op == INST_MATRIX_STORE;
    for (uint64_t line = 0; line < lines; line++) {
        uint32_t first = inf->items.size;
        add_access(walk, inst, block, kernel_operand(k, inst, 0), is_store ? ACCESS_WRITE : ACCESS_READ, size, NO_VALUE, 0);
        term_ref by = term_mul(t, stride, term_const(t, 64, line), TERM_NSW | TERM_NUW);
        for (uint32_t i = first; i < inf->items.size; i++) {
            inf->items.data[i].offset = term_add(t, inf->items.data[i].offset, by, TERM_NSW);
            inf->items.data[i].collective = is_store ? ref.id : 0;
            inf->items.data[i].owner = tile_owner(fragment, (uint32_t)line);
        }
    }
}

/* Whether an array's contents are what they were before the launch, the same for all threads. */
static bool is_constant_array(const struct inference *inf, struct pointer_alt alt) {
    const struct proto_array *array = &inf->arrays.data[alt.array];
    return !roots_array_written(inf, alt.array) && alt.marks == 0 && array->kind != ARRAY_LOCAL && array->kind != ARRAY_UNKNOWN &&
           array->space != SPACE_SHARED; /* uninitialised: not even equal in two blocks */
}

/* What a copy reads, where that is one such array. */
static bool copies_constant(struct inference *inf, const struct inst *inst, uint32_t block, struct pointer_alt *source) {
    if (inst->op != INST_MEMCPY || (inst->flags & INST_VOLATILE))
        return false;
    struct value p = value_at(inf, kernel_operand(inf->kernel, inst, 1), block);
    if (p.kind != VALUE_POINTER || p.count != 1)
        return false;
    *source = inf->alts.data[p.first];
    return is_constant_array(inf, *source);
}

static void walk_memory(const struct walk *walk, value_ref ref, const struct inst *inst, uint32_t block) {
    struct inference *inf = walk->inf;
    const struct kernel *k = inf->kernel;
    value_ref pointer = kernel_operand(k, inst, 0);
    struct value none = NO_VALUE;
    uint32_t first = inf->items.size;
    if (inst->op == INST_MATRIX_LOAD || inst->op == INST_MATRIX_STORE) {
        walk_collective(walk, ref, inst, block);
        walk_matrix(walk, ref, inst, block);
        return;
    }
    if (inst->op == INST_LOAD) {
        add_access(walk, inst, block, pointer, ACCESS_READ, infer_fixed_size(inf, inst->type), none, 0);
        inf->values[ref.id] = infer_load_value(inf, inst, block, first);
        return;
    }
    if (inst->op == INST_STORE) {
        value_ref stored = kernel_operand(k, inst, 1);
        struct type type = kernel_inst(k, stored)->type;
        struct value v = value_at(inf, stored, block);
        if (v.kind == VALUE_POINTER)
            v = value_of_scalar(value_address(inf, v));
        add_access(walk, inst, block, pointer, ACCESS_WRITE, infer_fixed_size(inf, type), v, type.width_bits);
        return;
    }
    if (inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG) {
        uint32_t first_item = inf->items.size;
        add_access(walk, inst, block, pointer, ACCESS_ATOMIC, infer_fixed_size(inf, inst->type), none, 0);
        struct value result = value_fresh_of_type(inf, inst->type, inst->loc, "result of an atomic operation");
        inf->values[ref.id] = result;
        if (result.kind == VALUE_SCALAR)
            ticket_note(inf, inst, block, first_item, result.term);
        for (uint32_t i = first; i < inf->items.size; i++)
            infer_give_value(inf, &inf->items.data[i], inf->values[ref.id]);
        return;
    }
    term_ref size = value_scalar_at(inf, kernel_operand(k, inst, 2), block);
    struct pointer_alt source;
    size = term_width(inf->terms, size) < 64 ? term_zext(inf->terms, size, 64) : size;
    if (inst->op == INST_MEMCPY)
        add_access(walk, inst, block, kernel_operand(k, inst, 1), ACCESS_READ, size, none, 0);
    first = inf->items.size;
    if (inst->op == INST_MEMSET)
        none = value_at(inf, kernel_operand(k, inst, 1), block);
    add_access(walk, inst, block, pointer, ACCESS_WRITE, size, none, 8);
    for (uint32_t i = first; inst->op == INST_MEMSET && i < inf->items.size; i++)
        inf->items.data[i].is_fill = true;
    for (uint32_t i = first; copies_constant(inf, inst, block, &source) && i < inf->items.size; i++) {
        inf->items.data[i].is_copy = true;
        inf->items.data[i].source = source.array;
        inf->items.data[i].source_offset = source.offset;
    }
}

/* All threads that pass the barrier get the same value; a count is at most
   the number of threads. */
static term_ref barrier_result(const struct walk *walk, const struct inst *inst) {
    struct inference *inf = walk->inf;
    struct term_table *t = inf->terms;
    const struct protocol *p = inf->protocol;
    symbol_ref symbol = value_shared(inf, inst->type.width_bits, SCOPE_BLOCK, walk->proto_loop, inst->loc, "result of a barrier reduction");
    term_ref result = term_symbol(t, symbol);
    if (inst->imm == BARRIER_COUNT && inst->type.width_bits == 32) {
        uint8_t both = TERM_NSW | TERM_NUW;
        term_ref threads = term_mul(t, term_mul(t, p->bdim[0], p->bdim[1], both), p->bdim[2], both);
        symbol_add_fact(t, symbol, term_ule(t, result, threads));
    }
    return result;
}

/* Who comes with another value than some other thread misses the barrier of those who come with that one's: a
   barrier of those whose value is c, for any c. */
static void come_with(const struct walk *walk, const struct inst *inst, uint32_t block, struct proto_item *item) {
    struct inference *inf = walk->inf;
    struct term_table *t = inf->terms;
    term_ref given = value_scalar_at(inf, kernel_operand(inf->kernel, inst, 0), block);
    item->barrier = BARRIER_BLOCK;
    if (!(term_deps(t, given) & DEP_THREAD))
        return;
    symbol_ref any = value_shared(inf, term_width(t, given), SCOPE_BLOCK, walk->proto_loop, inst->loc, "a value that threads may come with");
    item->guard = term_and(t, item->guard, term_eq(t, given, term_symbol(t, any)));
}

static void walk_sync(const struct walk *walk, value_ref ref, const struct inst *inst, uint32_t block) {
    struct inference *inf = walk->inf;
    if (inst->op == INST_BARRIER) {
        struct proto_item item = new_item(walk, ITEM_BARRIER, inst, inf->guard[block]);
        item.barrier = (enum barrier_kind)inst->imm;
        item.fence = (enum fence_kind)inst->scope;
        bool has_mask = item.barrier == BARRIER_WARP || item.barrier == BARRIER_NAMED || item.barrier == BARRIER_TILE;
        if (has_mask && inst->operand_count > 0)
            item.mask = value_scalar_at(inf, kernel_operand(inf->kernel, inst, 0), block);
        if (has_mask && inst->operand_count > 1)
            item.count = value_scalar_at(inf, kernel_operand(inf->kernel, inst, 1), block);
        numbered_barrier(inf, &item);
        if (item.barrier == BARRIER_SAME)
            come_with(walk, inst, block, &item);
        vec_push(&inf->items, item);
    }
    if (inst->op == INST_FENCE) {
        struct proto_item item = new_item(walk, ITEM_FENCE, inst, inf->guard[block]);
        item.scope = (enum scope_kind)inst->imm;
        vec_push(&inf->items, item);
    }
    if (inst->op == INST_COPY_COMMIT || inst->op == INST_COPY_WAIT) {
        bool waits = inst->op == INST_COPY_WAIT;
        struct proto_item item = new_item(walk, waits ? ITEM_COPY_WAIT : ITEM_COPY_COMMIT, inst, inf->guard[block]);
        if (waits)
            item.count = value_scalar_at(inf, kernel_operand(inf->kernel, inst, 0), block);
        vec_push(&inf->items, item);
    }
    bool is_vote = inst->op == INST_BARRIER && (inst->imm == BARRIER_COUNT || inst->imm == BARRIER_AND || inst->imm == BARRIER_OR);
    if (is_vote) {
        term_ref result = barrier_result(walk, inst);
        inf->items.data[inf->items.size - 1].result = result;
        inf->values[ref.id] = value_of_scalar(result);
    } else if (inst->type.kind != TYPE_VOID)
        inf->values[ref.id] = value_fresh_of_type(inf, inst->type, inst->loc, "result of a warp collective");
    if (inst->op == INST_COLLECTIVE)
        walk_collective(walk, ref, inst, block);
    if (inst->op == INST_COLLECTIVE && inst->type.kind != TYPE_VOID && inf->values[ref.id].kind == VALUE_SCALAR)
        lanes_note(inf, inst, block, walk->proto_loop, inf->values[ref.id].term);
}

/* Members of a sub-group meet: a barrier of lanes that orders nothing. */
static void walk_meeting(const struct walk *walk, const struct inst *inst, uint32_t block) {
    struct proto_item item = new_item(walk, ITEM_BARRIER, inst, walk->inf->guard[block]);
    item.barrier = BARRIER_WARP;
    item.fence = FENCE_NEITHER;
    item.mask = term_const(walk->inf->terms, 32, UINT32_MAX);
    item.is_sub_group = true;
    vec_push(&walk->inf->items, item);
}

/* The nearest dominator that lies directly in the walk's loop, or the block itself. */
static uint32_t dominator_in(const struct walk *walk, uint32_t block) {
    const struct cfg *cfg = walk->inf->cfg;
    uint32_t d = block;
    bool is_header = walk->loop != CFG_NONE && cfg->loops[walk->loop].header == block;
    while (d != 0 && !is_header && (d == block || cfg->loop_of[d] != walk->loop))
        d = cfg->idom[d];
    return cfg->loop_of[d] == walk->loop ? d : block;
}

/* That a place is never reached is a claim about those who could get there; it stands before
   what those say who went another way. Who ends the launch there has done what stands before. */
static void add_claim(const struct walk *walk, enum claim_kind kind, const struct inst *inst, uint32_t block, term_ref condition, const char *text,
                      uint32_t ends_in) {
    struct inference *inf = walk->inf;
    struct term_table *t = inf->terms;
    struct proto_assert claim = {.kind = kind,
                                 .guard = inf->guard[block],
                                 .condition = condition,
                                 .location = inst->loc,
                                 .text = text,
                                 .loop = walk->proto_loop,
                                 .position = inf->items.size,
                                 .but.begin = ends_in};
    uint32_t from = dominator_in(walk, block), at = inf->asserts.size;
    if (term_is_false(t, condition) && from != block && kind != CLAIM_HALT) {
        claim.guard = inf->guard[from];
        claim.condition = term_not(t, inf->guard[block]);
        claim.position = inf->before_branch[from].items;
        at = inf->before_branch[from].claims;
    }
    if (term_is_true(t, claim.condition) || term_is_false(t, claim.guard))
        return;
    vec_push(&inf->asserts, claim);
    for (uint32_t i = inf->asserts.size - 1; i > at; i--)
        inf->asserts.data[i] = inf->asserts.data[i - 1];
    inf->asserts.data[at] = claim;
    for (uint32_t i = 0; i < inf->privates.size; i++)
        inf->privates.data[i].claims += inf->privates.data[i].claims > at;
}

/* Whether a block that ends the launch or cannot be reached follows; *kind: which. */
bool infer_ends_there(const struct inference *inf, uint32_t block, enum claim_kind *kind) {
    const struct block *b = &inf->kernel->blocks[block];
    const struct inst *last = kernel_inst(inf->kernel, kernel_at(inf->kernel, block, b->inst_count - 1));
    bool halts = last->op == INST_TRAP;
    for (uint32_t i = 0; i < b->inst_count; i++)
        halts |= kernel_inst(inf->kernel, kernel_at(inf->kernel, block, i))->op == INST_ASSERT;
    *kind = halts ? CLAIM_HALT : CLAIM_ASSUME;
    return last->op == INST_TRAP || last->op == INST_UNREACHABLE;
}

/* Who goes on from a branch has not taken the ways that end the launch or break a promise. */
static void walk_branch(const struct walk *walk, const struct inst *inst, uint32_t block) {
    struct inference *inf = walk->inf;
    const struct block *b = &inf->kernel->blocks[block];
    for (uint32_t i = 0; i < b->succ_count; i++) {
        uint32_t to = kernel_succ(inf->kernel, block, i).id;
        enum claim_kind kind;
        bool is_repeated = false;
        for (uint32_t j = 0; j < i; j++)
            is_repeated |= kernel_succ(inf->kernel, block, j).id == to;
        if (!is_repeated && infer_ends_there(inf, to, &kind))
            add_claim(walk, kind, inst, block, term_not(inf->terms, region_branch_condition(inf, block, to)),
                      kind == CLAIM_HALT ? NULL : "__builtin_unreachable() is not reached", to);
    }
}

static void walk_effect(const struct walk *walk, value_ref ref, const struct inst *inst, uint32_t block) {
    struct inference *inf = walk->inf;
    if (inst->op == INST_UNSUPPORTED && inst->imm == UNSUPPORTED_MEETING)
        walk_meeting(walk, inst, block);
    if (inst->op == INST_ASSERT || inst->op == INST_ASSUME) {
        bool is_assert = inst->op == INST_ASSERT;
        term_ref condition = other_arrived(inf, value_scalar_at(inf, kernel_operand(inf->kernel, inst, 0), block));
        add_claim(walk, is_assert ? CLAIM_ASSERT : CLAIM_ASSUME, inst, block, condition,
                  inst->name  ? inst->name
                  : is_assert ? "assertion"
                              : NULL,
                  PROTOCOL_NONE);
    }
    if (inst->op == INST_OTHER || inst->op == INST_ENABLED) {
        inf->values[ref.id] =
            inst->op == INST_OTHER ? other_note(inf, inst, block, walk->proto_loop) : value_of_scalar(other_enabled(inf, inst->loc));
        return;
    }
    if (inst->op == INST_UNSUPPORTED && !term_is_false(inf->terms, inf->guard[block]))
        walk_unsupported(inf, inst);
    if (inst->type.kind != TYPE_VOID)
        inf->values[ref.id] = value_fresh_of_type(inf, inst->type, inst->loc, inst->name ? inst->name : "an unknown instruction");
}

/* Whether the block does something before it ends the launch. */
static bool does_something(const struct inference *inf, uint32_t block, const struct claim_place *begin, uint32_t privates) {
    enum claim_kind kind;
    const struct block *b = &inf->kernel->blocks[block];
    bool halts = infer_ends_there(inf, block, &kind),
         asserts = b->inst_count > 1 && halts && kernel_inst(inf->kernel, kernel_at(inf->kernel, block, b->inst_count - 2))->op == INST_ASSERT;
    return inf->items.size > begin->items || inf->privates.size > privates || inf->asserts.size > begin->claims + asserts;
}

static void walk_block(const struct walk *walk, uint32_t block) {
    struct inference *inf = walk->inf;
    const struct kernel *k = inf->kernel;
    struct claim_place begin = {inf->asserts.size, inf->items.size};
    uint32_t privates = inf->privates.size;
    bool is_header = walk->loop != CFG_NONE && inf->cfg->loops[walk->loop].header == block;
    for (uint32_t i = 0; i < k->blocks[block].inst_count; i++) {
        value_ref ref = kernel_at(k, block, i);
        const struct inst *inst = kernel_inst(k, ref);
        if (inst->op == INST_CALL && inst->name && strncmp(inst->name, "__wp_texture", 12) == 0)
            add_trust(inf, inst, TRUST_TEXTURE);
        enum inst_class class = inst_class_of((enum inst_op)inst->op);
        inf->before_branch[block] = (struct claim_place){inf->asserts.size, inf->items.size};
        if (inst->op == INST_PHI) {
            if (!is_header)
                inf->values[ref.id] = region_phi(inf, ref, block, walk->loop);
        } else if (class == CLASS_VALUE) {
            inf->values[ref.id] = value_evaluate(inf, ref, block);
        } else if (class == CLASS_MEMORY) {
            walk_memory(walk, ref, inst, block);
        } else if (class == CLASS_SYNC) {
            walk_sync(walk, ref, inst, block);
        } else if (class == CLASS_EFFECT) {
            walk_effect(walk, ref, inst, block);
        } else if (inst->op == INST_RET) {
            struct proto_item item = new_item(walk, ITEM_EXIT, inst, inf->guard[block]);
            vec_push(&inf->items, item);
        } else if (inst->op == INST_CONDBR || inst->op == INST_SWITCH) {
            walk_branch(walk, inst, block);
        }
    }
    inf->own_items[block] = (struct proto_range){does_something(inf, block, &begin, privates), begin.items, inf->items.size};
}

static void walk_region(struct inference *inf, uint32_t loop, uint32_t proto_loop);

/* Guards of what lies in the loop's body become complete up to the parent. */
static void complete_guards(struct inference *inf, uint32_t first_item, uint32_t first_private, uint32_t first_assert, uint32_t first_lanes,
                            uint32_t first_other, term_ref condition, bool exact) {
    lanes_complete(inf, first_lanes, condition);
    other_complete(inf, first_other, condition);
    for (uint32_t i = first_item; i < inf->items.size; i++) {
        struct proto_item *item = &inf->items.data[i];
        item->guard = term_and(inf->terms, condition, item->guard);
        if (!exact)
            item->marks |= MARK_GUARD;
    }
    for (uint32_t i = first_private; i < inf->privates.size; i++) {
        struct proto_item *item = &inf->privates.data[i];
        item->guard = term_and(inf->terms, condition, item->guard);
        if (!exact)
            item->marks |= MARK_GUARD;
    }
    for (uint32_t i = first_assert; i < inf->asserts.size; i++)
        inf->asserts.data[i].guard = term_and(inf->terms, condition, inf->asserts.data[i].guard);
}

static void walk_loop(struct inference *inf, uint32_t loop, uint32_t parent_proto) {
    const struct cfg_loop *l = &inf->cfg->loops[loop];
    struct loop_state *state = &inf->loop_states[loop];
    const struct inst *first = kernel_inst(inf->kernel, kernel_at(inf->kernel, l->header, inf->kernel->blocks[l->header].inst_count - 1));
    state->entry = region_block_guard(inf, l->header, l->parent);
    state->proto_loop = inf->loops.size;
    state->first_symbol = symbol_count(inf->terms);
    struct proto_loop proto = {.parent = parent_proto, .has_barrier = l->has_barrier, .location = first->loc};
    vec_push(&inf->loops, proto);
    struct walk walk = {inf, loop, parent_proto};
    struct proto_item item = new_item(&walk, ITEM_LOOP, first, state->entry);
    item.body_loop = state->proto_loop;
    vec_push(&inf->items, item);
    uint32_t begin = inf->items.size, first_private = inf->privates.size, first_assert = inf->asserts.size;
    uint32_t first_lanes = inf->lane_values.size, first_other = inf->others.size;
    loop_carried_values(inf, loop);
    inf->loops.data[state->proto_loop].counter = state->counter;
    walk_region(inf, loop, state->proto_loop);
    bool exact;
    term_ref begun = loop_finish(inf, loop, &exact);
    complete_guards(inf, begin, first_private, first_assert, first_lanes, first_other, term_and(inf->terms, state->entry, begun), exact);
    struct proto_loop *done = &inf->loops.data[state->proto_loop];
    done->begin = begin;
    done->end = inf->items.size;
    done->exact = exact;
    done->wraps = state->ordinals_return;
    done->proceeds = state->proceeds;
}

static void walk_region(struct inference *inf, uint32_t loop, uint32_t proto_loop) {
    region_prepare(inf, loop);
    struct walk walk = {inf, loop, proto_loop};
    uint32_t count = loop == CFG_NONE ? inf->kernel->block_count : inf->cfg->loops[loop].block_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t b = loop == CFG_NONE ? i : inf->cfg->loops[loop].blocks[i];
        uint32_t inner = inf->cfg->loop_of[b];
        if (inner == loop) {
            inf->guard[b] = region_block_guard(inf, b, loop);
            walk_block(&walk, b);
        } else if (inf->cfg->loops[inner].parent == loop && inf->cfg->loops[inner].header == b) {
            walk_loop(inf, inner, proto_loop);
        }
    }
}

void infer_walk(struct inference *inf) {
    walk_region(inf, CFG_NONE, PROTOCOL_NONE);
}
