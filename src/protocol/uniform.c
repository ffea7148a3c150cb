/* Which values threads share in the same iteration (docs/theory.md, "Two threads suffice").

   Two threads that execute an instruction in the same iteration of every loop
   around it get the same value, all threads of the launch or those of a block:
   by induction over the execution, if that holds of what it computes from and
   of what decides where a phi's value comes from. A value that is used behind
   its loop is shared if the loop is left in the same iteration (temporal
   divergence: Rosemann, Moll, Hack, POPL 2021). The greatest solution: phis are
   taken to be shared until something they depend on is not. */
#include "protocol/infer.h"

struct uniform {
    struct inference *inf;
    enum symbol_scope *of;    /* by instruction */
    enum symbol_scope *exits; /* by loop: who leaves it in the same iteration, by the same edge */
    VEC(uint32_t) walk;
    uint32_t *seen, round; /* by block: the last walk that came there */
};

static enum symbol_scope least_shared(enum symbol_scope a, enum symbol_scope b) {
    return a > b ? a : b;
}

static bool is_leaf(const struct inst *inst) {
    return inst->op == INST_CONST || inst->op == INST_UNDEF || inst->op == INST_PARAM || inst->op == INST_OBJECT || inst->op == INST_NULLPTR;
}

static enum symbol_scope of_leaf(const struct uniform *u, const struct inst *inst) {
    if (inst->op == INST_UNDEF)
        return SCOPE_THREAD;
    if (inst->op != INST_OBJECT)
        return SCOPE_UNIFORM;
    enum space space = u->inf->kernel->objects[inst->imm].space;
    return space == SPACE_LOCAL ? SCOPE_THREAD : space == SPACE_SHARED ? SCOPE_BLOCK : SCOPE_UNIFORM;
}

/* As seen in block `at`: behind a loop, by those who left it together. */
static enum symbol_scope seen_at(const struct uniform *u, value_ref v, uint32_t at) {
    const struct cfg *cfg = u->inf->cfg;
    const struct inst *inst = kernel_inst(u->inf->kernel, v);
    if (is_leaf(inst))
        return of_leaf(u, inst);
    enum symbol_scope scope = u->of[v.id];
    for (uint32_t loop = cfg->loop_of[inst->block.id]; loop != CFG_NONE && !cfg_loop_contains(cfg, loop, at); loop = cfg->loops[loop].parent)
        scope = least_shared(scope, u->exits[loop]);
    return scope;
}

/* Who takes the same branch at the end of a block. */
static enum symbol_scope of_branch(const struct uniform *u, uint32_t block) {
    const struct kernel *k = u->inf->kernel;
    const struct inst *last = kernel_inst(k, kernel_at(k, block, k->blocks[block].inst_count - 1));
    return last->op == INST_CONDBR || last->op == INST_SWITCH ? seen_at(u, kernel_operand(k, last, 0), block) : SCOPE_UNIFORM;
}

static void visit(struct uniform *u, uint32_t block, uint32_t loop) {
    uint32_t node = region_node(u->inf, block, loop);
    if (node == CFG_NONE || u->seen[node] == u->round)
        return;
    u->seen[node] = u->round;
    vec_push(&u->walk, node);
}

/* The loop directly inside `loop` that starts at this node of its region, or CFG_NONE. */
static uint32_t inner_loop(const struct uniform *u, uint32_t node, uint32_t loop) {
    uint32_t inner = u->inf->cfg->loop_of[node];
    return inner == loop ? CFG_NONE : inner;
}

static void visit_before(struct uniform *u, uint32_t node, uint32_t loop) {
    const struct kernel *k = u->inf->kernel;
    uint32_t inner = inner_loop(u, node, loop);
    for (uint32_t i = 0; i < k->blocks[node].pred_count; i++) {
        uint32_t pred = kernel_pred(k, node, i).id;
        if (inner == CFG_NONE || !cfg_loop_contains(u->inf->cfg, inner, pred))
            visit(u, pred, loop);
    }
}

/* Who goes the same way from `top` on, through the region of `loop`, to the nodes to be walked. */
static enum symbol_scope of_ways(struct uniform *u, uint32_t top, uint32_t loop) {
    enum symbol_scope scope = SCOPE_UNIFORM;
    while (u->walk.size > 0) {
        uint32_t node = vec_pop(&u->walk), inner = inner_loop(u, node, loop);
        scope = least_shared(scope, inner == CFG_NONE ? of_branch(u, node) : u->exits[inner]);
        bool is_header = loop != CFG_NONE && u->inf->cfg->loops[loop].header == node;
        if (node != top && !is_header)
            visit_before(u, node, loop);
    }
    u->round++;
    return scope;
}

/* Who comes to `block`, which lies in the region of `loop`, from the same predecessor. */
static enum symbol_scope of_arrival(struct uniform *u, uint32_t block, uint32_t loop) {
    uint32_t top = region_node(u->inf, u->inf->cfg->idom[block], loop);
    visit_before(u, block, loop);
    return of_ways(u, top, loop);
}

/* Who comes to `block` in the same iterations of `loop`. */
static enum symbol_scope of_reaching(struct uniform *u, uint32_t block, uint32_t loop) {
    enum symbol_scope scope = SCOPE_UNIFORM;
    uint32_t header = u->inf->cfg->loops[loop].header;
    while (block != header) {
        uint32_t top = region_node(u->inf, u->inf->cfg->idom[block], loop);
        if (!region_postdominates(u->inf, block, top, loop))
            scope = least_shared(scope, of_arrival(u, block, loop));
        block = top;
    }
    return scope;
}

static enum symbol_scope of_exits(struct uniform *u, uint32_t loop) {
    const struct cfg *cfg = u->inf->cfg;
    const struct kernel *k = u->inf->kernel;
    const struct cfg_loop *l = &cfg->loops[loop];
    enum symbol_scope scope = SCOPE_UNIFORM;
    for (uint32_t i = 0; i < l->block_count; i++) {
        uint32_t b = l->blocks[i];
        bool leaves = false;
        for (uint32_t s = 0; s < k->blocks[b].succ_count; s++)
            leaves |= !cfg_loop_contains(cfg, loop, kernel_succ(k, b, s).id);
        if (leaves && cfg->loop_of[b] != loop)
            return SCOPE_THREAD; /* out of an inner loop */
        if (leaves)
            scope = least_shared(scope, least_shared(of_branch(u, b), of_reaching(u, b, loop)));
    }
    return scope;
}

static enum symbol_scope of_header_phi(struct uniform *u, const struct inst *phi, uint32_t loop) {
    const struct kernel *k = u->inf->kernel;
    const struct cfg_loop *l = &u->inf->cfg->loops[loop];
    enum symbol_scope scope = SCOPE_UNIFORM;
    for (uint32_t i = 0; i < phi->operand_count; i++)
        scope = least_shared(scope, seen_at(u, kernel_operand(k, phi, i), kernel_pred(k, l->header, i).id));
    if (phi->operand_count - l->latch_count > 1)
        scope = least_shared(scope, of_arrival(u, l->header, l->parent));
    for (uint32_t i = 0; l->latch_count > 1 && i < l->latch_count; i++)
        visit(u, l->latches[i], loop);
    return l->latch_count > 1 ? least_shared(scope, of_ways(u, l->header, loop)) : scope;
}

static enum symbol_scope of_phi(struct uniform *u, const struct inst *phi) {
    uint32_t block = phi->block.id, loop = u->inf->cfg->loop_of[block];
    if (loop != CFG_NONE && u->inf->cfg->loops[loop].header == block)
        return of_header_phi(u, phi, loop);
    enum symbol_scope scope = of_arrival(u, block, loop);
    for (uint32_t i = 0; i < phi->operand_count; i++)
        scope = least_shared(scope, seen_at(u, kernel_operand(u->inf->kernel, phi, i), block));
    return scope;
}

/* Memory that nobody writes gives the same value at the same address. */
static enum symbol_scope of_load(const struct uniform *u, const struct inst *load) {
    const struct inference *inf = u->inf;
    value_ref pointer = kernel_operand(inf->kernel, load, 0);
    uint64_t roots = inf->roots[pointer.id];
    if (roots == 0 || (load->flags & (INST_VOLATILE | INST_ATOMIC_ACCESS)))
        return SCOPE_THREAD;
    for (uint32_t i = 0; i < inf->arrays.size; i++) {
        const struct proto_array *array = &inf->arrays.data[i];
        if ((roots >> i & 1) &&
            (roots_array_written(inf, i) || array->kind == ARRAY_LOCAL || array->kind == ARRAY_UNKNOWN || array->space == SPACE_SHARED))
            return SCOPE_THREAD;
    }
    return seen_at(u, pointer, load->block.id);
}

static enum symbol_scope of_register(const struct inst *inst) {
    if (inst->imm <= SREG_TID_Z)
        return SCOPE_THREAD;
    if (inst->imm <= SREG_BID_Z)
        return SCOPE_BLOCK;
    return inst->imm <= SREG_GDIM_Z || inst->imm == SREG_WARPSIZE ? SCOPE_UNIFORM : SCOPE_THREAD;
}

static enum symbol_scope of_instruction(struct uniform *u, const struct inst *inst) {
    bool is_vote = inst->op == INST_BARRIER && (inst->imm == BARRIER_COUNT || inst->imm == BARRIER_AND || inst->imm == BARRIER_OR);
    if (inst->op == INST_PHI)
        return of_phi(u, inst);
    if (inst->op == INST_SREG)
        return of_register(inst);
    if (inst->op == INST_LOAD)
        return of_load(u, inst);
    if (inst_class_of((enum inst_op)inst->op) != CLASS_VALUE)
        return is_vote ? SCOPE_BLOCK : SCOPE_THREAD;
    if (inst->op == INST_CALL && (!inst->name || strncmp(inst->name, "__wp_", 5) == 0))
        return SCOPE_THREAD;
    enum symbol_scope scope = SCOPE_UNIFORM;
    for (uint32_t i = 0; i < inst->operand_count; i++)
        scope = least_shared(scope, seen_at(u, kernel_operand(u->inf->kernel, inst, i), inst->block.id));
    return scope;
}

static bool improve(struct uniform *u) {
    const struct kernel *k = u->inf->kernel;
    bool changed = false;
    for (uint32_t b = 0; b < k->block_count; b++) {
        for (uint32_t i = 0; i < k->blocks[b].inst_count; i++) {
            value_ref v = kernel_at(k, b, i);
            const struct inst *inst = kernel_inst(k, v);
            if (inst->type.kind == TYPE_VOID || u->of[v.id] == SCOPE_THREAD)
                continue;
            enum symbol_scope scope = least_shared(u->of[v.id], of_instruction(u, inst));
            changed |= scope != u->of[v.id];
            u->of[v.id] = scope;
        }
    }
    for (uint32_t loop = 0; loop < u->inf->cfg->loop_count; loop++) {
        enum symbol_scope scope = least_shared(u->exits[loop], of_exits(u, loop));
        changed |= scope != u->exits[loop];
        u->exits[loop] = scope;
    }
    return changed;
}

static void solve(struct inference *inf) {
    struct uniform u = {.inf = inf};
    u.of = arena_alloc(inf->arena, inf->kernel->inst_count * sizeof *u.of); /* zero: shared by all */
    u.exits = arena_alloc(inf->arena, (inf->cfg->loop_count + 1) * sizeof *u.exits);
    u.seen = arena_alloc(inf->arena, inf->kernel->block_count * sizeof *u.seen);
    u.round = 1;
    for (uint32_t loop = 0; loop < inf->cfg->loop_count; loop++)
        region_prepare(inf, loop);
    region_prepare(inf, CFG_NONE);
    while (improve(&u))
        continue;
    inf->shared_by = u.of;
    vec_release(&u.walk);
}

enum symbol_scope uniform_scope(struct inference *inf, value_ref v) {
    if (!inf->shared_by)
        solve(inf);
    return inf->shared_by[v.id];
}
