/* Sides of branches, for warps in lockstep (Li, Li and Gopalakrishnan, SC 2014,
   section IV-B, "Warp Execution"): lanes that take different sides of a branch
   run one side after the other, in an order that nobody knows, and meet again
   at the branch's immediate post-dominator.

   For each branch a walk from each successor to the post-dominator finds the
   blocks on that side: once within an iteration of the loops around the branch,
   once through all later iterations. An item keeps the branches between whose
   ends it lies. Two items are on different sides of a branch if one may be
   reached by a successor and the other by another one. */
#include <string.h>

#include "base/vec.h"
#include "kernel/cfg.h"
#include "protocol/protocol.h"

enum { SIDE_BITS = 64 };

struct survey {
    struct protocol *protocol;
    const struct kernel *kernel;
    const struct cfg *cfg;
    uint32_t *proto_loop; /* by loop of the cfg */
    uint32_t *item_block; /* by item */
    uint64_t *now, *ever; /* by block: sides of the branch at hand */
    VEC(uint32_t) pending;
    VEC(struct proto_side) * of_item;
};

static uint32_t block_of(const struct survey *s, uint32_t item) {
    return s->kernel->insts[s->protocol->items[item].step].block.id;
}

static void map_loops(struct survey *s) {
    const struct protocol *p = s->protocol;
    for (uint32_t i = 0; i < s->cfg->loop_count; i++)
        s->proto_loop[i] = PROTOCOL_NONE;
    for (uint32_t i = 0; i < p->item_count; i++) {
        s->item_block[i] = block_of(s, i);
        if (p->items[i].kind == ITEM_LOOP)
            s->proto_loop[s->cfg->loop_of[s->item_block[i]]] = p->items[i].body_loop;
    }
}

/* An edge back to the header of a loop around the branch. */
static bool is_next_round(const struct survey *s, uint32_t branch, uint32_t from, uint32_t to) {
    for (uint32_t loop = s->cfg->loop_of[branch]; loop != CFG_NONE; loop = s->cfg->loops[loop].parent)
        if (s->cfg->loops[loop].header == to && cfg_loop_contains(s->cfg, loop, from))
            return true;
    return false;
}

static void walk_side(struct survey *s, uint32_t branch, uint32_t side, uint64_t *reached, bool through_rounds) {
    const struct kernel *k = s->kernel;
    uint32_t join = s->cfg->ipdom[branch], first = kernel_succ(k, branch, side).id;
    uint64_t bit = UINT64_C(1) << (side % SIDE_BITS);
    vec_clear(&s->pending);
    if (first != join && (through_rounds || !is_next_round(s, branch, branch, first)))
        vec_push(&s->pending, first);
    while (s->pending.size > 0) {
        uint32_t b = vec_pop(&s->pending);
        if (reached[b] & bit)
            continue;
        reached[b] |= bit;
        for (uint32_t i = 0; i < k->blocks[b].succ_count; i++) {
            uint32_t to = kernel_succ(k, b, i).id;
            if (to != join && (through_rounds || !is_next_round(s, branch, b, to)))
                vec_push(&s->pending, to);
        }
    }
}

/* Whether an earlier successor is the same block: cases of a switch. */
static bool is_repeated(const struct kernel *k, uint32_t branch, uint32_t side) {
    for (uint32_t i = 0; i < side; i++)
        if (kernel_succ(k, branch, i).id == kernel_succ(k, branch, side).id)
            return true;
    return false;
}

/* The innermost loop around block b, as the protocol numbers it. */
static uint32_t loop_around(const struct survey *s, uint32_t b) {
    uint32_t loop = b == CFG_NONE ? CFG_NONE : s->cfg->loop_of[b];
    return loop == CFG_NONE ? PROTOCOL_NONE : s->proto_loop[loop];
}

static void survey_branch(struct survey *s, uint32_t branch) {
    const struct kernel *k = s->kernel;
    memset(s->now, 0, k->block_count * sizeof *s->now);
    memset(s->ever, 0, k->block_count * sizeof *s->ever);
    for (uint32_t side = 0; side < k->blocks[branch].succ_count; side++) {
        if (is_repeated(k, branch, side))
            continue;
        walk_side(s, branch, side, s->now, false);
        walk_side(s, branch, side, s->ever, true);
    }
    bool many = k->blocks[branch].succ_count > SIDE_BITS; /* bits are shared then */
    for (uint32_t i = 0; i < s->protocol->item_count; i++) {
        uint32_t b = s->item_block[i];
        struct proto_side side = {branch, s->now[b], s->ever[b], loop_around(s, branch), loop_around(s, s->cfg->ipdom[branch])};
        if (many && side.ever)
            side.now = side.ever = UINT64_MAX;
        if (side.ever)
            vec_push(&s->of_item[i], side);
    }
}

static void give(struct survey *s) {
    struct protocol *p = s->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        struct proto_item *item = &p->items[i];
        item->side_count = s->of_item[i].size;
        item->sides = arena_alloc(p->arena, (item->side_count + 1) * sizeof *item->sides);
        for (uint32_t n = 0; n < item->side_count; n++)
            item->sides[n] = s->of_item[i].data[n];
        vec_release(&s->of_item[i]);
    }
}

void protocol_add_sides(struct protocol *protocol, const struct kernel *kernel) {
    struct arena scratch;
    arena_init(&scratch);
    struct survey s = {.protocol = protocol, .kernel = kernel, .cfg = cfg_create(&scratch, kernel)};
    s.proto_loop = arena_alloc(&scratch, (s.cfg->loop_count + 1) * sizeof *s.proto_loop);
    s.item_block = arena_alloc(&scratch, (protocol->item_count + 1) * sizeof *s.item_block);
    s.now = arena_alloc(&scratch, kernel->block_count * sizeof *s.now);
    s.ever = arena_alloc(&scratch, kernel->block_count * sizeof *s.ever);
    s.of_item = arena_alloc(&scratch, (protocol->item_count + 1) * sizeof *s.of_item);
    map_loops(&s);
    for (uint32_t b = 0; b < kernel->block_count; b++)
        if (kernel->blocks[b].succ_count > 1)
            survey_branch(&s, b);
    give(&s);
    for (uint32_t i = 0; i < kernel->order_total; i++)
        protocol->has_fence |= kernel->insts[kernel->order[i]].op == INST_FENCE;
    protocol->has_sides = true;
    vec_release(&s.pending);
    arena_release(&scratch);
}
