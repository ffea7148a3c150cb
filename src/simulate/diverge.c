/* Barriers that cannot be passed: reports the divergence and abandons the block. */
#include "simulate/machine.h"

static bool in_loop(const struct machine *m, uint32_t inst) {
    return m->cfg->loop_of[m->kernel->insts[inst].block.id] != CFG_NONE;
}

static uint32_t arrivals(const struct machine *m, const struct thread *thread, uint32_t inst) {
    bool counted = inst_meets(&m->kernel->insts[inst]);
    return counted ? thread->arrivals[m->barrier_number[inst]] : 0;
}

/* The two went through a barrier of a loop a different number of times. */
static bool differ_in_rounds(const struct machine *m, const struct thread *a, const struct thread *b) {
    bool first = in_loop(m, a->wait_inst) && (arrivals(m, b, a->wait_inst) > 0 || arrivals(m, a, a->wait_inst) > 1);
    bool second = in_loop(m, b->wait_inst) && (arrivals(m, a, b->wait_inst) > 0 || arrivals(m, b, b->wait_inst) > 1);
    return first || second;
}

static void report_pair(struct machine *m, enum finding_kind kind, const struct thread *waiting, const struct thread *other, bool went_on) {
    struct simulate_finding finding = {.rule = SIMULATE_DIVERGENCE, .kind = kind};
    finding.event_count = other ? 2 : 1;
    finding.approximate = waiting->control != 0 || (other && other->control != 0);
    finding.went_on = went_on;
    finding.events[0] = event_of(m, waiting, waiting->wait_inst);
    finding.events[0].mode = SIMULATE_BARRIER;
    finding.scope = FINDING_SCOPE_BLOCK;
    if (other) {
        bool exited = other->status == THREAD_EXITED;
        finding.events[1] = event_of(m, other, other->last_inst);
        finding.events[1].mode = exited ? SIMULATE_OTHER : SIMULATE_BARRIER;
        if (kind == FINDING_KIND_OTHER_BARRIER && differ_in_rounds(m, waiting, other)) {
            finding.kind = FINDING_KIND_ROUNDS;
        }
        finding.scope = waiting->home != other->home ? FINDING_SCOPE_GRID : FINDING_SCOPE_BLOCK;
    } else if (waiting->wait_kind == WAIT_GRID) { /* for a block that is finished */
        finding.scope = FINDING_SCOPE_GRID;
    }
    record_finding(m, &finding);
}

void diverge_pair(struct machine *m, enum finding_kind kind, const struct thread *waiting, const struct thread *other) {
    report_pair(m, kind, waiting, other, false);
}

/* Whether the edge stays in a round of each loop around the block `home`. */
static bool stays_in_round(const struct machine *m, uint32_t from, uint32_t to, uint32_t home) {
    if (to > from) {
        return true;
    }
    for (uint32_t loop = m->cfg->loop_of[to]; loop != CFG_NONE; loop = m->cfg->loops[loop].parent) {
        if (m->cfg->loops[loop].header == to) {
            return !cfg_loop_contains(m->cfg, loop, home);
        }
    }
    return false;
}

/* Blocks from which the barrier can be reached in the same round of the loops around it; its own
 * is one of them. */
static const bool *before_barrier(struct machine *m, uint32_t barrier) {
    const struct kernel *k = m->kernel;
    bool **known = &m->before_barrier[m->barrier_number[barrier]];
    uint32_t home = k->insts[barrier].block.id;
    if (*known) {
        return *known;
    }
    *known = arena_alloc(&m->scratch, k->block_count * sizeof **known);
    (*known)[home] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (uint32_t b = k->block_count; b-- > 0;) {
            for (uint32_t i = 0; i < k->blocks[b].succ_count && !(*known)[b]; i++) {
                uint32_t to = kernel_succ(k, b, i).id;
                (*known)[b] = (*known)[to] && stays_in_round(m, b, to, home);
                grows |= (*known)[b];
            }
        }
    }
    return *known;
}

/* The outermost loop around the instruction, or CFG_NONE. */
static uint32_t outermost(const struct machine *m, uint32_t inst) {
    uint32_t loop = m->cfg->loop_of[m->kernel->insts[inst].block.id];
    while (loop != CFG_NONE && m->cfg->loops[loop].parent != CFG_NONE) {
        loop = m->cfg->loops[loop].parent;
    }
    return loop;
}

void diverge_note_effect(const struct machine *m, struct thread *thread, uint32_t inst) {
    thread->last_effect = inst;
    for (uint32_t l = m->cfg->loop_of[m->kernel->insts[inst].block.id]; l != CFG_NONE; l = m->cfg->loops[l].parent) {
        thread->effect_rounds[l] = thread->rounds[l];
    }
}

/* The thread's last effect is in a later iteration of a loop around the barrier than the iteration in which `waiting` waits. */
static bool is_ahead(const struct machine *m, const struct thread *waiting, const struct thread *thread) {
    uint32_t loop = outermost(m, thread->last_effect);
    return loop != CFG_NONE && loop == outermost(m, waiting->wait_inst) && thread->effect_rounds[loop] > waiting->rounds[loop];
}

/* The thread's last effect is in an earlier iteration of the loops around both than the iteration in which `waiting` waits, so the
 * thread has not gone past the barrier in that iteration. */
static bool is_behind(const struct machine *m, const struct thread *waiting, const struct thread *thread) {
    bool earlier = false;
    for (uint32_t l = m->cfg->loop_of[m->kernel->insts[waiting->wait_inst].block.id]; l != CFG_NONE; l = m->cfg->loops[l].parent) {
        bool is_around_both = cfg_loop_contains(m->cfg, l, m->kernel->insts[thread->last_effect].block.id);
        if (is_around_both && thread->effect_rounds[l] != waiting->rounds[l]) {
            earlier = thread->effect_rounds[l] < waiting->rounds[l]; /* the outermost that differs says */
        }
    }
    return earlier;
}

/* Some loop around both has barriers at which lanes may meet in different iterations, so the thread's last effect, though behind the
 * barrier in the code, may be of an earlier iteration. */
static bool may_be_behind(const struct machine *m, const struct thread *waiting, const struct thread *thread) {
    uint32_t loop = m->cfg->loop_of[m->kernel->insts[waiting->wait_inst].block.id];
    while (loop != CFG_NONE && !cfg_loop_contains(m->cfg, loop, m->kernel->insts[thread->last_effect].block.id)) {
        loop = m->cfg->loops[loop].parent;
    }
    return waiting->wait_kind != WAIT_BLOCK && loop != CFG_NONE && arrivals(m, thread, waiting->wait_inst) > 0;
}

/* The block, or the header of the loop around it that is not around the other. */
static uint32_t place_beside(const struct machine *m, uint32_t block, uint32_t other) {
    uint32_t loop = m->cfg->loop_of[block], place = block;
    for (; loop != CFG_NONE && !cfg_loop_contains(m->cfg, loop, other); loop = m->cfg->loops[loop].parent) {
        place = m->cfg->loops[loop].header;
    }
    return place;
}

/* The thread's last effect is behind the barrier in the order of the code. Effects in front of the barrier, on another path to the end,
 * do not count: a thread does them before it leaves. */
static bool went_on(struct machine *m, const struct thread *waiting, const struct thread *thread) {
    uint32_t effect = thread->last_effect, barrier = waiting->wait_inst;
    if (effect != 0 && is_ahead(m, waiting, thread)) {
        return true;
    }
    if (effect == 0 || effect == barrier || is_behind(m, waiting, thread) || may_be_behind(m, waiting, thread)) {
        return false;
    }
    const struct inst *a = &m->kernel->insts[effect], *b = &m->kernel->insts[barrier];
    if (a->block.id == b->block.id) {
        return effect > barrier;
    }
    return !before_barrier(m, barrier)[a->block.id] && place_beside(m, a->block.id, b->block.id) > place_beside(m, b->block.id, a->block.id);
}

bool diverge_exited(struct machine *m, const struct thread *waiting, const struct thread *threads, uint32_t count, uint32_t mask) {
    const struct thread *exited = NULL;
    bool goes_on = false;
    for (uint32_t i = 0; i < count && !goes_on; i++) {
        const struct thread *t = &threads[i];
        if (t->status != THREAD_EXITED || !(mask >> i % WARP_THREADS & 1)) {
            continue;
        }
        goes_on = went_on(m, waiting, t);
        exited = goes_on || !exited ? t : exited;
    }
    bool is_allowed = waiting->wait_kind == WAIT_COLLECTIVE && !goes_on && !m->input->exit_diverges;
    if (exited && !is_allowed) {
        report_pair(m, FINDING_KIND_EXITED, waiting, exited, goes_on);
    }
    return exited != NULL;
}

void diverge_abandon(struct machine *m, struct block_state *block) {
    m->result->complete = false;
    block->is_live = false;
    block->is_abandoned = true;
    block->runnable_count = 0;
}

/* Whether `waiting` waits for `other`. */
static bool is_awaited(const struct thread *waiting, const struct thread *other) {
    if (other == waiting) {
        return false;
    }
    if (waiting->wait_kind == WAIT_WARP || waiting->wait_kind == WAIT_COLLECTIVE) {
        return thread_warp(waiting) == thread_warp(other) && other->status == THREAD_WAITING && (waiting->wait_mask >> thread_lane(other) & 1) &&
               (other->wait_kind != waiting->wait_kind || other->wait_mask != waiting->wait_mask);
    }
    bool elsewhere = other->status == THREAD_WAITING && (other->wait_kind != waiting->wait_kind || other->wait_inst != waiting->wait_inst);
    return elsewhere || (waiting->wait_kind == WAIT_NAMED && other->status == THREAD_EXITED);
}

void diverge_report(struct machine *m, struct block_state *block) {
    bool reported = false;
    const struct thread *any = NULL;
    for (uint32_t i = 0; i < m->thread_count && !reported; i++) {
        const struct thread *waiting = &block->threads[i];
        if (waiting->status != THREAD_WAITING) {
            continue;
        }
        any = waiting;
        for (uint32_t j = 0; j < m->thread_count && !reported; j++) {
            const struct thread *other = &block->threads[j];
            if (is_awaited(waiting, other)) {
                bool exited = other->status == THREAD_EXITED;
                diverge_pair(m, exited ? FINDING_KIND_NEVER_ARRIVES : FINDING_KIND_OTHER_BARRIER, waiting, other);
                reported = true;
            }
        }
    }
    if (!reported && any) {
        diverge_pair(m, FINDING_KIND_NEVER_ARRIVES, any, NULL);
    }
    diverge_abandon(m, block);
}
