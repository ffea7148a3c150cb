/* Guards of blocks.

   A region is what lies directly in one loop (or in none), with inner loops
   collapsed to their headers and back edges cut: an acyclic graph. A block's
   guard is relative to its innermost loop: the condition, within one
   iteration, of reaching it. A block that is reached whenever its dominator is
   takes over the dominator's guard instead of collecting its predecessors':
   this is what keeps barriers after conditionals uniform. Post-dominance is
   computed in the region, not in the whole graph, where a path through the
   next iteration would count. Paths into traps and unreachable code do not
   count: the guard they leave is weaker, never stronger.

   Loops are taken to end: a block after a loop is guarded as if it did. */
#include "protocol/infer.h"

#define REGION_EXIT UINT32_MAX

/* The block standing for b in the region of `loop`: b, the header of the
   collapsed inner loop around it, or REGION_EXIT outside. */
uint32_t region_node(const struct inference *inf, uint32_t b, uint32_t loop) {
    uint32_t inner = inf->cfg->loop_of[b];
    if (inner == loop)
        return b;
    while (inner != CFG_NONE && inf->cfg->loops[inner].parent != loop)
        inner = inf->cfg->loops[inner].parent;
    return inner == CFG_NONE ? REGION_EXIT : inf->cfg->loops[inner].header;
}

static bool ends_badly(const struct inference *inf, uint32_t b) {
    const struct block *block = &inf->kernel->blocks[b];
    const struct inst *last = kernel_inst(inf->kernel, kernel_at(inf->kernel, b, block->inst_count - 1));
    return last->op == INST_TRAP || last->op == INST_UNREACHABLE;
}

static bool is_region_header(const struct inference *inf, uint32_t b, uint32_t loop) {
    return loop != CFG_NONE && inf->cfg->loops[loop].header == b;
}

/* A header is two nodes: of its own region, and, standing for the collapsed
   loop, of the region around it. */
static uint32_t slot(const struct inference *inf, uint32_t b, uint32_t loop) {
    return inf->cfg->loop_of[b] == loop ? b : b + inf->kernel->block_count;
}

static uint32_t meet(const struct inference *inf, uint32_t a, uint32_t b, uint32_t loop) {
    while (a != b) {
        if (a == REGION_EXIT || b == REGION_EXIT)
            return REGION_EXIT;
        uint32_t sa = slot(inf, a, loop), sb = slot(inf, b, loop);
        if (inf->region_depth[sa] >= inf->region_depth[sb])
            a = inf->region_ipdom[sa];
        else
            b = inf->region_ipdom[sb];
    }
    return a;
}

struct met {
    uint32_t found;
    bool any;
};

static void meet_target(const struct inference *inf, uint32_t to, uint32_t loop, struct met *met) {
    if (ends_badly(inf, to))
        return;
    uint32_t r = region_node(inf, to, loop);
    if (r != REGION_EXIT && is_region_header(inf, r, loop))
        r = REGION_EXIT;
    met->found = met->any ? meet(inf, met->found, r, loop) : r;
    met->any = true;
}

static void post_dominator(struct inference *inf, uint32_t node, uint32_t loop) {
    struct met met = {REGION_EXIT, false};
    uint32_t inner = inf->cfg->loop_of[node];
    const struct block *blocks = inf->kernel->blocks;
    if (inner == loop) {
        for (uint32_t i = 0; i < blocks[node].succ_count; i++)
            meet_target(inf, kernel_succ(inf->kernel, node, i).id, loop, &met);
    } else {
        const struct cfg_loop *l = &inf->cfg->loops[inner];
        for (uint32_t i = 0; i < l->block_count; i++)
            for (uint32_t j = 0; j < blocks[l->blocks[i]].succ_count; j++) {
                uint32_t to = kernel_succ(inf->kernel, l->blocks[i], j).id;
                if (!cfg_loop_contains(inf->cfg, inner, to))
                    meet_target(inf, to, loop, &met);
            }
    }
    uint32_t s = slot(inf, node, loop);
    inf->region_ipdom[s] = met.any ? met.found : REGION_EXIT;
    inf->region_depth[s] = inf->region_ipdom[s] == REGION_EXIT ? 1 : inf->region_depth[slot(inf, inf->region_ipdom[s], loop)] + 1;
}

void region_prepare(struct inference *inf, uint32_t loop) {
    if (loop == CFG_NONE) {
        for (uint32_t b = inf->kernel->block_count; b-- > 0;)
            if (region_node(inf, b, loop) == b)
                post_dominator(inf, b, loop);
        return;
    }
    const struct cfg_loop *l = &inf->cfg->loops[loop];
    for (uint32_t i = l->block_count; i-- > 0;)
        if (region_node(inf, l->blocks[i], loop) == l->blocks[i])
            post_dominator(inf, l->blocks[i], loop);
}

bool region_postdominates(const struct inference *inf, uint32_t b, uint32_t d, uint32_t loop) {
    while (d != b && d != REGION_EXIT && d < b)
        d = inf->region_ipdom[slot(inf, d, loop)];
    return d == b;
}

term_ref region_branch_condition(struct inference *inf, uint32_t from, uint32_t to) {
    const struct kernel *k = inf->kernel;
    const struct block *block = &k->blocks[from];
    struct term_table *t = inf->terms;
    const struct inst *last = kernel_inst(k, kernel_at(k, from, block->inst_count - 1));
    if (last->op == INST_CONDBR) {
        if (kernel_succ(k, from, 0).id == kernel_succ(k, from, 1).id)
            return term_true(t);
        uint32_t loop = inf->cfg->loop_of[from];
        if (is_region_header(inf, from, loop) && inf->loop_states[loop].has_trips) {
            const struct loop_state *state = &inf->loop_states[loop];
            term_ref trips = term_const(t, term_width(t, state->counter_term), state->trips);
            term_ref stays = term_ult(t, state->counter_term, trips);
            return cfg_loop_contains(inf->cfg, loop, to) ? stays : term_not(t, stays);
        }
        term_ref c = value_scalar_at(inf, kernel_operand(k, last, 0), from);
        return kernel_succ(k, from, 0).id == to ? c : term_not(t, c);
    }
    if (last->op == INST_SWITCH) {
        term_ref value = value_scalar_at(inf, kernel_operand(k, last, 0), from);
        term_ref taken = term_false(t), any = term_false(t);
        for (uint32_t i = 1; i < last->operand_count; i++) {
            term_ref hit = term_eq(t, value, value_scalar_at(inf, kernel_operand(k, last, i), from));
            any = term_or(t, any, hit);
            if (kernel_succ(k, from, i).id == to)
                taken = term_or(t, taken, hit);
        }
        return kernel_succ(k, from, 0).id == to ? term_or(t, taken, term_not(t, any)) : taken;
    }
    return term_true(t);
}

term_ref region_edge_guard(struct inference *inf, uint32_t from, uint32_t to, uint32_t loop) {
    struct term_table *t = inf->terms;
    term_ref guard = term_and(t, inf->guard[from], region_branch_condition(inf, from, to));
    for (uint32_t l = inf->cfg->loop_of[from]; l != loop && l != CFG_NONE; l = inf->cfg->loops[l].parent) {
        struct loop_state *state = &inf->loop_states[l];
        if (state->leave)
            guard = loop_leave(inf, l, guard);
        guard = term_and(t, state->entry, guard);
    }
    return guard;
}

/* The dominator of b that lies directly in the region of `loop`. */
static uint32_t region_dominator(const struct inference *inf, uint32_t b, uint32_t loop) {
    return region_node(inf, inf->cfg->idom[b], loop);
}

term_ref region_block_guard(struct inference *inf, uint32_t b, uint32_t loop) {
    struct term_table *t = inf->terms;
    if (b == 0 || is_region_header(inf, b, loop))
        return term_true(t);
    uint32_t d = region_dominator(inf, b, loop);
    if (d != REGION_EXIT && d != b && region_postdominates(inf, b, d, loop)) {
        uint32_t inner = inf->cfg->loop_of[d];
        return inner == loop ? inf->guard[d] : inf->loop_states[inner].entry;
    }
    term_ref guard = term_false(t);
    for (uint32_t i = 0; i < inf->kernel->blocks[b].pred_count; i++) {
        uint32_t p = kernel_pred(inf->kernel, b, i).id;
        uint32_t own = inf->cfg->loop_of[b];
        if (own != loop && cfg_loop_contains(inf->cfg, own, p))
            continue; /* a back edge of the inner loop whose header b is */
        guard = term_or(t, guard, region_edge_guard(inf, p, b, loop));
    }
    return guard;
}

/* Condition, given that b's dominator is reached, of coming from `pred`;
   TERM_NONE if no short one is known. */
static term_ref short_condition(struct inference *inf, uint32_t pred, uint32_t b, uint32_t loop) {
    uint32_t d = region_dominator(inf, b, loop);
    if (d == REGION_EXIT || inf->cfg->loop_of[d] != loop)
        return TERM_NONE;
    if (pred == d)
        return region_branch_condition(inf, d, b);
    if (inf->cfg->loop_of[pred] == loop && inf->kernel->blocks[pred].pred_count == 1 && kernel_pred(inf->kernel, pred, 0).id == d &&
        inf->kernel->blocks[pred].succ_count == 1)
        return region_branch_condition(inf, d, pred);
    return TERM_NONE;
}

struct value region_phi(struct inference *inf, value_ref phi, uint32_t block, uint32_t loop) {
    const struct kernel *k = inf->kernel;
    const struct inst *inst = kernel_inst(k, phi);
    uint32_t count = inst->operand_count;
    struct value result = value_at(inf, kernel_operand(k, inst, count - 1), block);
    for (uint32_t i = count - 1; i-- > 0;) {
        struct value v = value_at(inf, kernel_operand(k, inst, i), block);
        uint32_t pred = kernel_pred(k, block, i).id;
        term_ref condition = short_condition(inf, pred, block, loop);
        if (term_is_none(condition) && count == 2) {
            condition = short_condition(inf, kernel_pred(k, block, 1).id, block, loop);
            if (!term_is_none(condition))
                condition = term_not(inf->terms, condition);
        }
        if (term_is_none(condition))
            condition = region_edge_guard(inf, pred, block, loop);
        result = value_choose(inf, condition, v, result);
    }
    return result;
}
