/* Shuffles, votes, matches, reductions, active masks: lanes exchange values and no order
 * between memory accesses comes from it (PTX ISA 9.7.9, 9.7.13; semantics of CUDA 13). */
#include <string.h>

#include "simulate/machine.h"
#include "simulate/value.h"

static bool has(const struct inst *inst, const char *word) {
    return strstr(inst->name, word) != NULL;
}

static uint32_t mask_operand(const struct inst *inst) {
    return inst->imm == COLLECTIVE_REDUX ? 1 : 0;
}

static bool is_matrix(const struct inst *inst) {
    return inst_is_tile(inst) || inst->imm == COLLECTIVE_MATRIX;
}

void collective_arrive(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    thread->arrivals[m->barrier_number[id]]++;
    if (is_matrix(inst)) {
        diverge_note_effect(m, thread, id);
        thread->wait_mask = UINT32_MAX;
        barrier_wait(m, thread, id, WAIT_COLLECTIVE);
        barrier_update(m, thread);
        return;
    }
    bool has_mask = inst->imm != COLLECTIVE_ACTIVEMASK && has(inst, ".sync");
    if (!has_mask || inst->operand_count <= mask_operand(inst)) {
        thread->wait_mask = 0;
        barrier_wait(m, thread, id, WAIT_CONVERGE);
        barrier_update(m, thread);
        return;
    }
    diverge_note_effect(m, thread, id);
    struct value mask = execute_operand(m, thread, kernel_operand(m->kernel, inst, mask_operand(inst)));
    thread->control |= mask.taint;
    thread->wait_mask = (uint32_t)mask.lanes[0];
    barrier_wait(m, thread, id, WAIT_COLLECTIVE);
    if (!(thread->wait_mask >> thread_lane(thread) & 1)) {
        diverge_pair(m, FINDING_KIND_OUTSIDE_MASK, thread, NULL);
        diverge_abandon(m, thread->home);
        return;
    }
    barrier_update(m, thread);
}

/* The lanes that take part, and one of them. */
struct group {
    struct machine *m;
    struct thread *warp;
    uint32_t lanes; /* those that wait here */
    uint32_t mask;  /* as given */
    const struct inst *inst;
};

static struct value operand_of(const struct group *g, uint32_t lane, uint32_t n) {
    return execute_operand(g->m, &g->warp[lane], kernel_operand(g->m->kernel, g->inst, n));
}

static struct value undefined(const struct group *g) {
    struct value value = {.taint = TAINT_UNDEFINED};
    value.lanes[0] = execute_unknown(g->m, g->inst->type.width_bits);
    return value;
}

/* A lane that the mask names has left the kernel, and its value is asked for. */
static void report_left(const struct group *g, uint32_t lane, uint32_t source) {
    if ((g->mask >> source & 1) && source < warp_size(g->m, g->warp) && g->warp[source].status == THREAD_EXITED)
        diverge_pair(g->m, FINDING_KIND_EXITED, &g->warp[lane], &g->warp[source]);
}

/* PTX shfl: c packs the clamp value and the segment mask. */
static struct value shuffle(const struct group *g, uint32_t lane) {
    uint32_t first = has(g->inst, ".sync") ? 1 : 0;
    if (g->inst->operand_count != first + 3) {
        return undefined(g);
    }
    struct value by = operand_of(g, lane, first + 1), c = operand_of(g, lane, first + 2);
    uint32_t amount = by.lanes[0] & 31, clamp = c.lanes[0] & 31;
    uint32_t segment = c.lanes[0] >> 8 & 31;
    uint32_t highest = (lane & segment) | (clamp & ~segment & 31), lowest = lane & segment;
    uint32_t source = lowest | (amount & ~segment & 31);
    bool inside;
    if (has(g->inst, ".up")) {
        source = lane - amount;
        inside = (int32_t)source >= (int32_t)highest;
    } else {
        source = has(g->inst, ".down") ? lane + amount : has(g->inst, ".bfly") ? lane ^ amount : source;
        inside = source <= highest;
    }
    source = inside ? source : lane;
    struct value result = {.taint = 0};
    if (has(g->inst, ".predicate")) {
        result.lanes[0] = inside;
    } else {
        result = g->lanes >> source & 1 ? operand_of(g, source, first) : undefined(g);
        report_left(g, lane, source);
    }
    result.taint |= by.taint | c.taint;
    return result;
}

static struct value vote(const struct group *g) {
    uint32_t first = has(g->inst, ".sync") ? 1 : 0, ballot = 0;
    if (g->inst->operand_count != first + 1) {
        return undefined(g);
    }
    struct value result = {.taint = 0};
    for (uint32_t lane = 0; lane < WARP_THREADS; lane++) {
        if (g->lanes >> lane & 1) {
            struct value predicate = operand_of(g, lane, first);
            ballot |= (uint32_t)(predicate.lanes[0] != 0) << lane;
            result.taint |= predicate.taint;
        }
    }
    if (has(g->inst, "ballot")) {
        result.lanes[0] = ballot;
    } else if (has(g->inst, "any")) {
        result.lanes[0] = ballot != 0;
    } else if (has(g->inst, "all")) {
        result.lanes[0] = ballot == g->lanes;
    } else if (has(g->inst, "uni")) {
        result.lanes[0] = ballot == 0 || ballot == g->lanes;
    } else {
        return undefined(g);
    }
    return result;
}

static struct value match(const struct group *g, uint32_t lane) {
    if (g->inst->operand_count != 2) {
        return undefined(g);
    }
    struct value own = operand_of(g, lane, 1), result = {.taint = own.taint};
    uint32_t same = 0;
    for (uint32_t other = 0; other < WARP_THREADS; other++) {
        if (g->lanes >> other & 1) {
            struct value value = operand_of(g, other, 1);
            same |= (uint32_t)(value.lanes[0] == own.lanes[0]) << other;
            result.taint |= value.taint;
        }
    }
    bool all = same == g->lanes;
    result.lanes[0] = has(g->inst, "match.any") ? same : has(g->inst, ".predicate") ? all : all ? g->lanes : 0;
    return result;
}

static struct value reduce(const struct group *g) {
    static const struct {
        const char *word;
        enum atomic_op op;
    } ops[] = {{".add", ATOMIC_ADD}, {".umin", ATOMIC_UMIN}, {".umax", ATOMIC_UMAX}, {".min", ATOMIC_MIN},
               {".max", ATOMIC_MAX}, {".and", ATOMIC_AND},   {".or", ATOMIC_OR},     {".xor", ATOMIC_XOR}};
    size_t op = 0, count = sizeof ops / sizeof *ops;
    while (op < count && !has(g->inst, ops[op].word)) {
        op++;
    }
    if (op == count || g->inst->operand_count != 2) {
        return undefined(g);
    }
    struct value result = {.taint = 0};
    bool any = false;
    for (uint32_t lane = 0; lane < WARP_THREADS; lane++) {
        if (g->lanes >> lane & 1) {
            struct value value = operand_of(g, lane, 0);
            result.lanes[0] = any ? value_atomic(ops[op].op, g->inst->type, result.lanes[0], value.lanes[0]) : value.lanes[0];
            result.taint |= value.taint;
            any = true;
        }
    }
    return result;
}

static struct value result_of(const struct group *g, uint32_t lane) {
    switch ((enum collective_kind)g->inst->imm) {
    case COLLECTIVE_SHFL: return shuffle(g, lane);
    case COLLECTIVE_VOTE: return vote(g);
    case COLLECTIVE_MATCH: return match(g, lane);
    case COLLECTIVE_REDUX: return reduce(g);
    case COLLECTIVE_ACTIVEMASK:
    case COLLECTIVE_MATRIX: break;
    }
    return (struct value){.lanes = {g->lanes}};
}

/* Matrix operations are one instruction for the whole warp; others need to be the same operation. */
static bool are_alike(const struct inst *a, const struct inst *b) {
    if (is_matrix(a) || is_matrix(b)) {
        return a == b;
    }
    return a->imm == b->imm && strcmp(a->name, b->name) == 0;
}

static const struct thread *find_exited(struct machine *m, const struct thread *warp, uint32_t mask) {
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        if ((mask >> lane & 1) && warp[lane].status == THREAD_EXITED) {
            return &warp[lane];
        }
    }
    return NULL;
}

/* Lanes that exited take no part, but for matrix operations, which are undefined if any lane of the warp has (PTX ISA, wmma); lanes at
 * another kind of collective are divergence. */
void collective_complete(struct machine *m, struct thread *warp, uint32_t mask) {
    struct group g = {.m = m, .warp = warp, .mask = mask};
    struct value results[WARP_THREADS];
    const struct thread *first = NULL;
    uint8_t control = 0;
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        const struct thread *t = &warp[lane];
        if (!(mask >> lane & 1) || t->status != THREAD_WAITING) {
            continue;
        }
        const struct inst *inst = &m->kernel->insts[t->wait_inst];
        first = first ? first : t;
        g.inst = g.inst ? g.inst : inst;
        if (!are_alike(inst, g.inst)) {
            diverge_pair(m, FINDING_KIND_OTHER_BARRIER, first, t);
            diverge_abandon(m, warp->home);
            return;
        }
        g.lanes |= 1u << lane;
        control |= t->control;
    }
    const struct thread *exited = is_matrix(g.inst) ? find_exited(m, warp, mask) : NULL;
    if (exited) {
        diverge_pair(m, FINDING_KIND_NEVER_ARRIVES, first, exited);
        diverge_abandon(m, warp->home);
        return;
    }
    if (first->wait_kind == WAIT_COLLECTIVE && diverge_exited(m, first, warp, warp_size(m, warp), mask) && m->input->exit_diverges) {
        diverge_abandon(m, warp->home);
        return;
    }
    for (uint32_t lane = 0; lane < WARP_THREADS && !is_matrix(g.inst); lane++) {
        if (g.lanes >> lane & 1) {
            g.inst = &m->kernel->insts[warp[lane].wait_inst];
            results[lane] = result_of(&g, lane);
            results[lane].taint |= control;
        }
    }
    for (uint32_t lane = 0; lane < WARP_THREADS; lane++) {
        if (g.lanes >> lane & 1) {
            const struct inst *inst = &m->kernel->insts[warp[lane].wait_inst];
            if (inst_is_tile(inst)) {
                access_execute(m, &warp[lane], warp[lane].wait_inst);
            } else if (inst->type.kind != TYPE_VOID) {
                execute_define(m, &warp[lane], warp[lane].wait_inst, &results[lane]);
            }
            barrier_resume(m, &warp[lane]);
        }
    }
}
