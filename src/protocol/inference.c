/* From kernel IR to a protocol: what is prepared, the walk (infer.c), what the protocol takes over. */
#include "protocol/infer.h"

#include "protocol/launch.h"
#include "protocol/stated.h"

static void prepare(struct inference *inf) {
    const struct kernel *k = inf->kernel;
    struct arena *a = inf->arena;
    kernel_bounds_init(a, k, &inf->bounds);
    inf->values = arena_alloc(a, k->inst_count * sizeof *inf->values);
    inf->roots = arena_alloc(a, k->inst_count * sizeof *inf->roots);
    inf->before_branch = arena_alloc(a, k->block_count * sizeof *inf->before_branch);
    inf->own_items = arena_alloc(a, k->block_count * sizeof *inf->own_items);
    inf->guard = arena_alloc(a, k->block_count * sizeof *inf->guard);
    inf->region_ipdom = arena_alloc(a, 2 * k->block_count * sizeof *inf->region_ipdom);
    inf->region_depth = arena_alloc(a, 2 * k->block_count * sizeof *inf->region_depth);
    inf->loop_states = arena_alloc(a, inf->cfg->loop_count * sizeof *inf->loop_states);
    inf->param_array = arena_alloc(a, k->param_count * sizeof *inf->param_array);
    inf->object_array = arena_alloc(a, k->object_count * sizeof *inf->object_array);
    inf->parts = arena_alloc(a, k->param_count * sizeof *inf->parts);
    for (uint32_t i = 0; i < k->param_count; i++)
        if (k->params[i].by_value_struct)
            inf->parts[i] = struct_parts(a, k, i);
    for (uint32_t i = 0; i < k->param_count; i++)
        inf->param_array[i] = PROTOCOL_NONE;
    for (uint32_t i = 0; i < k->object_count; i++)
        inf->object_array[i] = PROTOCOL_NONE;
    inf->unknown_array = PROTOCOL_NONE;
    struct protocol *p = inf->protocol;
    p->param_count = k->param_count;
    p->params = arena_alloc(a, k->param_count * sizeof *p->params);
    for (uint32_t i = 0; i < k->param_count; i++)
        p->params[i] = (struct proto_param){.name = k->params[i].name,
                                            .is_pointer = k->params[i].type.kind == TYPE_POINTER,
                                            .is_float = k->params[i].type.kind == TYPE_FLOAT || k->params[i].type.kind == TYPE_BFLOAT,
                                            .array = PROTOCOL_NONE};
    for (uint32_t i = 0; i < k->param_count; i++)
        for (uint32_t m = 0; m < k->params[i].member_count; m++)
            (void)roots_add_member(inf, i, k->params[i].members[m].offset_bytes, k->params[i].members[m].size_bytes);
}

static uint32_t marks_of(const struct inference *inf, const struct proto_item *item) {
    uint32_t marks = 0;
    if (term_deps(inf->terms, item->guard) & DEP_APPROX)
        marks |= MARK_GUARD;
    if (!term_is_none(item->offset) && (term_deps(inf->terms, item->offset) & DEP_APPROX))
        marks |= MARK_OFFSET;
    if (!term_is_none(item->size) && (term_deps(inf->terms, item->size) & DEP_APPROX))
        marks |= MARK_SIZE;
    return marks;
}

#define GIVE(field, count_field, vec)                                                                                                                \
    (p->count_field = (vec).size, p->field = arena_alloc(inf->arena, (size_t)(vec).size * sizeof *(vec).data),                                       \
     (vec).size ? (void)memcpy(p->field, (vec).data, (size_t)(vec).size * sizeof *(vec).data) : (void)0, vec_release(&(vec)))

/* What pointers in memory point to is as large as what is accessed there first. */
static void give_loaded_elements(struct inference *inf) {
    for (uint32_t i = 0; i < inf->items.size; i++) {
        const struct proto_item *item = &inf->items.data[i];
        uint64_t bytes;
        if (item->kind != ITEM_ACCESS || inf->arrays.data[item->array].kind != ARRAY_LOADED || inf->arrays.data[item->array].elem_bytes != 0)
            continue;
        if (term_is_const(inf->terms, item->size, &bytes) && bytes <= 16)
            inf->arrays.data[item->array].elem_bytes = (uint32_t)bytes;
    }
}

static void give(struct inference *inf) {
    struct protocol *p = inf->protocol;
    give_loaded_elements(inf);
    for (uint32_t i = 0; i < inf->items.size; i++)
        inf->items.data[i].marks |= marks_of(inf, &inf->items.data[i]);
    for (uint32_t i = 0; i < inf->privates.size; i++)
        inf->privates.data[i].marks |= marks_of(inf, &inf->privates.data[i]);
    for (uint32_t i = 0; i < inf->arrays.size; i++)
        if (inf->everything_written && roots_array_written(inf, i))
            inf->arrays.data[i].written = true;
    for (uint32_t i = 0; i < p->param_count; i++)
        if (inf->param_array[i] != PROTOCOL_NONE)
            p->params[i].array = inf->param_array[i];
    ticket_give(inf);
    GIVE(items, item_count, inf->items);
    GIVE(privates, private_count, inf->privates);
    GIVE(arrays, array_count, inf->arrays);
    GIVE(members, member_count, inf->members);
    GIVE(loops, loop_count, inf->loops);
    GIVE(problems, problem_count, inf->problems);
    GIVE(trusts, trust_count, inf->trusts);
    for (uint32_t i = 0; i < inf->asserts.size; i++) {
        struct proto_assert *claim = &inf->asserts.data[i];
        if (claim->is_private)
            claim->access += p->item_count;
        claim->but = claim->kind == CLAIM_HALT ? inf->own_items[claim->but.begin] : (struct proto_range){.some = false}; /* of a block */
    }
    GIVE(asserts, assert_count, inf->asserts);
    GIVE(lanes, lanes_count, inf->lane_values);
    GIVE(others, other_count, inf->others);
}

static bool has_unsupported(const struct kernel *k, uint32_t block) {
    bool has = false;
    for (uint32_t i = 0; i < k->blocks[block].inst_count; i++)
        has |= kernel_inst(k, kernel_at(k, block, i))->op == INST_UNSUPPORTED;
    return has;
}

/* Every way through the kernel breaks a promise: what it does otherwise was left out, by the compiler or as what
   nobody gets to. A loop may go on for ever. */
static void judge_ends(struct inference *inf) {
    const struct kernel *k = inf->kernel;
    loc_ref end = {0};
    bool promises_only = inf->cfg->loop_count == 0;
    for (uint32_t b = 0; b < k->block_count; b++) {
        const struct inst *last = kernel_inst(k, kernel_at(k, b, k->blocks[b].inst_count - 1));
        enum claim_kind kind;
        if (last->op == INST_UNREACHABLE && infer_ends_there(inf, b, &kind) && kind == CLAIM_ASSUME && !has_unsupported(k, b))
            end = last->loc;
        else
            promises_only &= k->blocks[b].succ_count != 0;
    }
    if (promises_only)
        infer_add_problem(inf, REASON_CONTRADICTION, INFER_ALL_PROPERTIES, end, "every way through the kernel leads to __builtin_unreachable()");
}

struct protocol *protocol_infer(struct arena *arena, const struct kernel *kernel, uint32_t max_block) {
    struct protocol *p = arena_alloc(arena, sizeof *p);
    p->arena = arena;
    p->terms = term_table_create();
    p->stated = arena_alloc(arena, sizeof *p->stated);
    if (max_block > 1024)
        term_table_set_max_block(p->terms, max_block);
    p->name = kernel->name;
    p->display = kernel->display;
    p->file = kernel->file;
    p->line = kernel->line;
    p->language = kernel->language;
    p->max_threads = kernel->max_threads;
    memcpy(p->required_block, kernel->required_block, sizeof p->required_block);
    p->locs = kernel->locs;
    p->loc_count = kernel->loc_count;
    protocol_add_launch(p);
    struct inference inf = {.arena = arena, .kernel = kernel, .cfg = cfg_create(arena, kernel), .terms = p->terms, .protocol = p};
    prepare(&inf);
    map_init(&inf.field_arrays);
    roots_compute(&inf);
    if (inf.cfg->irreducible) {
        uint32_t b = inf.cfg->irreducible_block;
        const struct inst *last = kernel_inst(kernel, kernel_at(kernel, b, kernel->blocks[b].inst_count - 1));
        infer_add_problem(&inf, REASON_IRREDUCIBLE, INFER_ALL_PROPERTIES, last->loc, "a loop is entered in more than one place");
    } else {
        infer_walk(&inf);
        judge_ends(&inf);
    }
    give(&inf);
    for (uint32_t i = 0; i < inf.cfg->loop_count; i++) {
        vec_release(&inf.loop_states[i].rising);
        if (!inf.loop_states[i].leave)
            continue;
        substitution_destroy(inf.loop_states[i].leave);
        map_release(&inf.loop_states[i].last_of);
        vec_release(&inf.loop_states[i].pending);
    }
    map_release(&inf.field_arrays);
    vec_release(&inf.alts);
    vec_release(&inf.rounds);
    vec_release(&inf.lanes);
    return p;
}

void protocol_destroy(struct protocol *protocol) {
    term_table_destroy(protocol->terms);
}
