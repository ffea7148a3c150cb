/* Barriers: arriving, waiting, and going on together.
 *
 * A block barrier is complete when every thread of the block waits at one or has exited;
 * that they wait at the same one in the same round, and that none has exited, is the
 * divergence property (docs/theory.md, "Divergence"). Threads that wait in different rounds go on nevertheless. A warp
 * barrier is complete when the lanes of its mask wait with the same mask or have exited; a
 * named one when as many warps wait as it counts threads of. What a barrier lets go on together
 * also shares its control taints: from here on each may depend on what the others
 * decided. */
#include "simulate/machine.h"

/* Tiles are named barriers behind those that have a number. */
enum { FIRST_TILE = 1u << 16 };

uint32_t warp_size(const struct machine *m, const struct thread *warp) {
    uint32_t left = m->thread_count - warp->index;
    return left < WARP_THREADS ? left : WARP_THREADS;
}

void barrier_wait(struct machine *m, struct thread *thread, uint32_t inst, enum wait_kind kind) {
    struct block_state *block = thread->home;
    (void)m;
    thread->status = THREAD_WAITING;
    thread->wait_kind = kind;
    thread->wait_inst = inst;
    block->waiting_block += kind == WAIT_BLOCK;
    block->waiting_grid += kind == WAIT_GRID;
    uint32_t last = block->runnable[--block->runnable_count];
    block->runnable[thread->runnable_place] = last;
    block->threads[last].runnable_place = thread->runnable_place;
}

void barrier_resume(struct machine *m, struct thread *thread) {
    struct block_state *block = thread->home;
    (void)m;
    thread->status = THREAD_RUNNABLE;
    block->is_stuck = false;
    block->waiting_block -= thread->wait_kind == WAIT_BLOCK;
    block->waiting_grid -= thread->wait_kind == WAIT_GRID;
    thread->runnable_place = block->runnable_count;
    block->runnable[block->runnable_count++] = thread->index;
}

void barrier_exit(struct machine *m, struct thread *thread) {
    barrier_wait(m, thread, thread->last_inst, WAIT_CONVERGE);
    thread->status = THREAD_EXITED;
    thread->home->exited_count++;
    barrier_update(m, thread);
}

void barrier_arrive(struct machine *m, struct thread *thread, uint32_t id) {
    static const enum wait_kind kinds[BARRIER_KIND_COUNT] = {[BARRIER_BLOCK] = WAIT_BLOCK, [BARRIER_COUNT] = WAIT_BLOCK, [BARRIER_AND] = WAIT_BLOCK,
                                                             [BARRIER_OR] = WAIT_BLOCK,    [BARRIER_WARP] = WAIT_WARP,   [BARRIER_GRID] = WAIT_GRID,
                                                             [BARRIER_NAMED] = WAIT_NAMED, [BARRIER_TILE] = WAIT_NAMED,  [BARRIER_SAME] = WAIT_BLOCK};
    const struct inst *inst = &m->kernel->insts[id];
    struct value first = {.taint = 0}, second = {.taint = 0};
    if (inst->operand_count > 0) {
        first = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
    }
    if (inst->operand_count > 1) {
        second = execute_operand(m, thread, kernel_operand(m->kernel, inst, 1));
    }
    thread->arrivals[m->barrier_number[id]]++;
    diverge_note_effect(m, thread, id);
    thread->wait_value = first.lanes[0];
    thread->wait_mask = thread->wait_id = (uint32_t)first.lanes[0];
    thread->wait_count = (uint32_t)second.lanes[0];
    if (inst->imm == BARRIER_TILE) {
        thread->wait_count = (uint32_t)first.lanes[0];
        thread->wait_id = FIRST_TILE + thread->index / (thread->wait_count ? thread->wait_count : 1);
    }
    thread->wait_taint = first.taint | second.taint;
    if (kinds[inst->imm] == WAIT_WARP || kinds[inst->imm] == WAIT_NAMED) {
        thread->control |= thread->wait_taint;
    }
    barrier_wait(m, thread, id, kinds[inst->imm]);
    if (kinds[inst->imm] == WAIT_WARP && !(thread->wait_mask >> thread_lane(thread) & 1)) {
        diverge_pair(m, FINDING_KIND_OUTSIDE_MASK, thread, NULL);
        diverge_abandon(m, thread->home);
        return;
    }
    barrier_update(m, thread);
}

static void share_control(struct thread *const *threads, uint32_t count) {
    uint8_t control = 0;
    for (uint32_t i = 0; i < count; i++) {
        control |= threads[i]->control;
    }
    for (uint32_t i = 0; i < count; i++) {
        threads[i]->control = control;
    }
}

/* The result of a counting barrier, the same for all. */
static void reduce(struct machine *m, struct thread *const *threads, uint32_t count) {
    const struct inst *inst = &m->kernel->insts[threads[0]->wait_inst];
    struct value result = {.taint = 0};
    uint32_t holds = 0;
    for (uint32_t i = 0; i < count; i++) {
        holds += threads[i]->wait_value != 0;
        result.taint |= threads[i]->wait_taint | threads[i]->control;
    }
    result.lanes[0] = inst->imm == BARRIER_COUNT ? holds : inst->imm == BARRIER_AND ? holds == count : holds > 0;
    for (uint32_t i = 0; i < count && inst->type.kind != TYPE_VOID; i++) {
        execute_define(m, threads[i], threads[i]->wait_inst, &result);
    }
}

/* All threads of the block that wait at `kind`; in m->gathered. */
static struct thread **waiting(struct machine *m, struct block_state *block, enum wait_kind kind, uint32_t *count) {
    struct thread **found = m->gathered;
    *count = 0;
    for (uint32_t i = 0; i < m->thread_count; i++) {
        struct thread *t = &block->threads[i];
        if (t->status == THREAD_WAITING && t->wait_kind == kind) {
            found[(*count)++] = t;
        }
    }
    return found;
}

/* Whole warps that wait at a named barrier; in m->gathered. bar.sync counts a warp when all
 * its threads have come, and counts it whole. */
static struct thread **waiting_warps(struct machine *m, struct block_state *block, uint32_t id, uint32_t *count, uint32_t *arrived, uint32_t *all) {
    struct thread **found = m->gathered;
    *count = *arrived = *all = 0;
    for (uint32_t first = 0; first < m->thread_count; first += WARP_THREADS) {
        uint32_t start = *count, size = warp_size(m, &block->threads[first]);
        bool whole = true;
        for (uint32_t i = first; i < first + size; i++) {
            struct thread *t = &block->threads[i];
            if (t->status == THREAD_EXITED) {
                continue;
            }
            whole = whole && t->status == THREAD_WAITING && t->wait_kind == WAIT_NAMED && t->wait_id == id;
            found[(*count)++] = t;
        }
        *all += *count > start ? WARP_THREADS : 0;
        *arrived += *count > start && whole ? WARP_THREADS : 0;
        *count = whole ? *count : start;
    }
    return found;
}

static const struct thread *other_inst(struct thread *const *threads, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        if (threads[i]->wait_inst != threads[0]->wait_inst) {
            return threads[i];
        }
    }
    return NULL;
}

/* The first of two threads of one warp that came by different instructions, one after the other in the list. Warps may: instructions with one number
   share a barrier (PTX ISA, "bar"). */
static struct thread *const *split_warp(struct thread *const *threads, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        if (thread_warp(threads[i]) == thread_warp(threads[i - 1]) && threads[i]->wait_inst != threads[i - 1]->wait_inst) {
            return &threads[i - 1];
        }
    }
    return NULL;
}

/* One that came with another value than the first. */
static struct thread *other_value(const struct machine *m, struct thread *const *threads, uint32_t count) {
    for (uint32_t i = 1; i < count && m->kernel->insts[threads[0]->wait_inst].imm == BARRIER_SAME; i++) {
        threads[i]->control |= threads[i]->wait_taint;
        threads[0]->control |= threads[0]->wait_taint;
        if (threads[i]->wait_value != threads[0]->wait_value) {
            return threads[i];
        }
    }
    return NULL;
}

/* One that is in another iteration of a loop around the barrier than the first. */
static const struct thread *other_round(const struct machine *m, struct thread *const *threads, uint32_t count) {
    uint32_t loop = m->cfg->loop_of[m->kernel->insts[threads[0]->wait_inst].block.id];
    for (; loop != CFG_NONE; loop = m->cfg->loops[loop].parent) {
        for (uint32_t i = 1; i < count; i++) {
            if (threads[i]->rounds[loop] != threads[0]->rounds[loop]) {
                return threads[i];
            }
        }
    }
    return NULL;
}

static void complete_block(struct machine *m, struct block_state *block) {
    uint32_t count;
    struct thread **threads = waiting(m, block, WAIT_BLOCK, &count);
    const struct thread *other = other_inst(threads, count);
    if (other) {
        diverge_pair(m, FINDING_KIND_OTHER_BARRIER, threads[0], other);
        diverge_abandon(m, block);
        return;
    }
    const struct thread *value = other_value(m, threads, count);
    if (value) {
        diverge_pair(m, FINDING_KIND_OTHER_BARRIER, threads[0], value);
        diverge_abandon(m, block);
        return;
    }
    const struct thread *round = other_round(m, threads, count);
    if (round) {
        diverge_pair(m, FINDING_KIND_ROUNDS, threads[0], round);
    }
    if (block->exited_count > 0) {
        diverge_exited(m, threads[0], block->threads, m->thread_count, UINT32_MAX);
        if (m->input->exit_diverges) {
            diverge_abandon(m, block);
            return;
        }
    }
    reduce(m, threads, count);
    enum fence_kind fence = (enum fence_kind)m->kernel->insts[threads[0]->wait_inst].scope;
    block->epoch++;
    block->ordered[0] += fence_orders(fence, SPACE_GLOBAL);
    block->ordered[1] += fence_orders(fence, SPACE_SHARED);
    share_control(threads, count);
    for (uint32_t i = 0; i < count; i++) {
        barrier_resume(m, threads[i]);
    }
}

static void complete_named(struct machine *m, struct block_state *block, uint32_t id) {
    uint32_t count, arrived, expected;
    struct thread **threads = waiting_warps(m, block, id, &count, &arrived, &expected);
    for (uint32_t i = 0; i < count; i++) {
        expected = threads[i]->wait_count ? threads[i]->wait_count : expected;
    }
    if (count == 0 || arrived < expected) {
        return;
    }
    struct thread *const *split = split_warp(threads, count);
    if (split && threads[0]->wait_count == 0) {
        diverge_pair(m, FINDING_KIND_OTHER_BARRIER, split[0], split[1]);
        diverge_abandon(m, block);
        return;
    }
    const struct inst *inst = &m->kernel->insts[threads[0]->wait_inst];
    if (inst->imm != BARRIER_TILE || inst->operand_count == 1) {
        shadow_join(m, threads, count);
    }
    share_control(threads, count);
    for (uint32_t i = 0; i < count; i++) {
        barrier_resume(m, threads[i]);
    }
}

static bool warp_is_complete(const struct machine *m, const struct thread *warp, const struct thread *arrived) {
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        const struct thread *t = &warp[lane];
        if (!(arrived->wait_mask >> lane & 1) || t->status == THREAD_EXITED) {
            continue;
        }
        if (t->status != THREAD_WAITING || t->wait_kind != arrived->wait_kind || t->wait_mask != arrived->wait_mask) {
            return false;
        }
    }
    return true;
}

/* What lanes of the mask did before they left the kernel comes before, too. */
static void complete_warp(struct machine *m, struct thread *warp, uint32_t mask) {
    struct thread *threads[WARP_THREADS];
    uint32_t waiting = 0, count = 0;
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        if ((mask >> lane & 1) && warp[lane].status == THREAD_WAITING) {
            threads[waiting++] = &warp[lane];
        }
    }
    count = waiting;
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        if ((mask >> lane & 1) && warp[lane].status == THREAD_EXITED) {
            threads[count++] = &warp[lane];
        }
    }
    if (diverge_exited(m, threads[0], warp, warp_size(m, warp), mask) && m->input->exit_diverges) {
        diverge_abandon(m, warp->home);
        return;
    }
    shadow_join(m, threads, count);
    share_control(threads, waiting);
    for (uint32_t i = 0; i < waiting; i++) {
        barrier_resume(m, threads[i]);
    }
}

/* Lanes that wait for the warp to converge go on, those at one instruction together,
 * when no lane of the warp runs. */
static void converge(struct machine *m, struct thread *warp) {
    uint32_t mask = 0, inst = 0;
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        const struct thread *t = &warp[lane];
        if (t->status == THREAD_RUNNABLE) {
            return;
        }
        if (t->status == THREAD_WAITING && t->wait_kind == WAIT_CONVERGE && (mask == 0 || t->wait_inst == inst)) {
            inst = t->wait_inst;
            mask |= 1u << lane;
        }
    }
    if (mask != 0) {
        collective_complete(m, warp, mask);
    }
}

static void update_warp(struct machine *m, struct thread *warp) {
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        struct thread *t = &warp[lane];
        bool partial = t->status == THREAD_WAITING && (t->wait_kind == WAIT_WARP || t->wait_kind == WAIT_COLLECTIVE);
        if (!partial || !warp_is_complete(m, warp, t)) {
            continue;
        }
        if (t->wait_kind == WAIT_WARP) {
            complete_warp(m, warp, t->wait_mask);
        } else {
            collective_complete(m, warp, t->wait_mask);
        }
        if (!warp->home->is_live) {
            return;
        }
    }
    if (!m->input->lockstep) {
        converge(m, warp);
    }
}

/* The first thread of the warp that has not exited if all those wait at one named barrier, else NULL. */
static const struct thread *named_of_warp(const struct machine *m, const struct thread *warp) {
    const struct thread *first = NULL;
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        const struct thread *t = &warp[lane];
        if (t->status == THREAD_EXITED) {
            continue;
        }
        first = first ? first : t;
        if (t->status != THREAD_WAITING || t->wait_kind != WAIT_NAMED || t->wait_id != first->wait_id) {
            return NULL;
        }
    }
    return first;
}

static bool warp_has_exited(const struct machine *m, const struct thread *warp) {
    uint32_t lane = 0;
    while (lane < warp_size(m, warp) && warp[lane].status == THREAD_EXITED) {
        lane++;
    }
    return lane == warp_size(m, warp);
}

/* Named barriers count whole warps: only a warp that is whole now, or gone, completes one. */
static void update_named(struct machine *m, struct block_state *block, const struct thread *changed) {
    if (!named_of_warp(m, changed) && !warp_has_exited(m, changed)) {
        return;
    }
    for (uint32_t i = 0; block->is_live && i < m->thread_count; i += WARP_THREADS) {
        const struct thread *t = named_of_warp(m, &block->threads[i]);
        if (t) {
            complete_named(m, block, t->wait_id);
        }
    }
}

void barrier_update(struct machine *m, struct thread *thread) {
    struct block_state *block = thread->home;
    update_warp(m, thread_warp(thread));
    if (block->is_live && block->waiting_block > 0 && block->waiting_block + block->exited_count == m->thread_count) {
        complete_block(m, block);
    }
    if (block->is_live && m->has_named_barrier) {
        update_named(m, block, thread_warp(thread));
    }
}

/* Whether a grid barrier was complete: every thread of the grid waits at it. All blocks are live until they finish; one that was
 * abandoned never arrives, and that is no new finding. */
bool barrier_grid_update(struct machine *m) {
    const struct thread *first = NULL, *other = NULL;
    bool any_finished = false;
    for (uint32_t i = 0; i < m->block_count; i++) {
        struct block_state *block = &m->blocks[i];
        if (block->is_abandoned) {
            return false;
        }
        any_finished = any_finished || !block->is_live;
        if (!block->is_live) {
            continue;
        }
        if (block->waiting_grid + block->exited_count != m->thread_count) {
            return false;
        }
        for (uint32_t t = 0; t < m->thread_count; t++) {
            const struct thread *thread = &block->threads[t];
            first = thread->status == THREAD_WAITING && !first ? thread : first;
            bool differs = first && (thread->status == THREAD_EXITED || thread->wait_inst != first->wait_inst);
            other = differs && !other ? thread : other;
        }
    }
    if (!first) {
        return false;
    }
    if (other || any_finished) {
        bool left = any_finished || other->status == THREAD_EXITED;
        diverge_pair(m, left ? FINDING_KIND_NEVER_ARRIVES : FINDING_KIND_OTHER_BARRIER, first, any_finished ? NULL : other);
        return false;
    }
    m->grid_epoch++;
    for (uint32_t i = 0; i < m->block_count; i++) {
        uint32_t count;
        struct thread **threads = waiting(m, &m->blocks[i], WAIT_GRID, &count);
        m->blocks[i].epoch++;
        for (uint32_t space = 0; space < 2; space++) {
            m->blocks[i].grid_start[space] = ++m->blocks[i].ordered[space];
        }
        share_control(threads, count);
        for (uint32_t t = 0; t < count; t++) {
            barrier_resume(m, threads[t]);
        }
    }
    return true;
}
