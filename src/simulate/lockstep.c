/* Warps in lockstep, as before Volta.
 *
 * A warp has groups of lanes that execute each instruction together. A branch that parts a
 * group makes a group of each side, in seeded order; they end at the branch's immediate
 * post-dominator, where the group they came from goes on. A group runs when it has no
 * parts. One that waits at a barrier lets others run, even those that wait to meet it. The order of steps itself is kept by shadow.c. */
#include <string.h>

#include "simulate/machine.h"

struct group_view {
    struct thread *lanes[WARP_THREADS];
    uint32_t count, mask;
    bool waits;
};

static struct group_view view_of(const struct machine *m, struct thread *warp, const struct warp_group *group) {
    struct group_view v = {.count = 0};
    for (uint32_t lane = 0; lane < warp_size(m, warp); lane++) {
        struct thread *t = &warp[lane];
        if (!(group->mask >> lane & 1) || t->status == THREAD_EXITED) {
            continue;
        }
        v.lanes[v.count++] = t;
        v.mask |= 1u << lane;
        v.waits |= t->status == THREAD_WAITING;
    }
    return v;
}

static bool has_parts(const struct warp_state *state, uint32_t index) {
    for (uint32_t i = index + 1; i < state->count; i++) {
        if (state->groups[i].parent == index) {
            return true;
        }
    }
    return false;
}

/* Groups without lanes, or whose lanes all stand where they meet the rest, end. Parts stand
 * behind what they are parts of. */
static void end_groups(const struct machine *m, struct thread *warp, struct warp_state *state) {
    for (uint32_t i = state->count; i-- > 1;) {
        struct warp_group *group = &state->groups[i];
        if (has_parts(state, i)) {
            continue;
        }
        struct group_view v = view_of(m, warp, group);
        if (v.count > 0 && v.lanes[0]->block != group->join) {
            continue;
        }
        for (uint32_t n = i; n + 1 < state->count; n++) {
            state->groups[n] = state->groups[n + 1];
            state->groups[n].parent -= state->groups[n].parent > i;
        }
        state->count--;
    }
}

/* The lanes have left a block for different ones. Until here they were in step. */
static void part(struct machine *m, struct warp_state *state, uint32_t index, const struct group_view *v, uint32_t from) {
    shadow_step(m, v->lanes, v->count);
    uint32_t join = m->cfg->ipdom[from], left = v->mask, first = state->count;
    for (uint32_t i = 0; i < v->count; i++) {
        uint32_t to = v->lanes[i]->block, mask = 0;
        for (uint32_t n = i; n < v->count; n++) {
            mask |= v->lanes[n]->block == to ? left & 1u << thread_lane(v->lanes[n]) : 0;
        }
        left &= ~mask;
        if (mask != 0 && to != join) {
            uint32_t at = first + (uint32_t)rng_below(&m->rng, state->count - first + 1);
            memmove(&state->groups[at + 1], &state->groups[at], (state->count - at) * sizeof *state->groups);
            state->groups[at] = (struct warp_group){mask, join, index};
            state->count++;
        }
    }
}

static bool parts_lanes(const struct group_view *v) {
    for (uint32_t i = 1; i < v->count; i++) {
        if (v->lanes[i]->status != THREAD_EXITED && v->lanes[i]->block != v->lanes[0]->block) {
            return true;
        }
    }
    return false;
}

static void step_group(struct machine *m, struct warp_state *state, uint32_t index, const struct group_view *v) {
    const struct kernel *k = m->kernel;
    struct thread *first = v->lanes[0];
    struct block_state *home = first->home;
    uint32_t from = first->block, id = k->order[k->blocks[from].first_inst + first->place];
    const struct inst *inst = &k->insts[id];
    if (inst->op == INST_FENCE) {
        shadow_join(m, v->lanes, v->count);
    } else if (shadow_is_kept(inst)) {
        shadow_step(m, v->lanes, v->count);
    }
    for (uint32_t i = 0; i < v->count && home->is_live && !m->stopped; i++) {
        execute_step(m, v->lanes[i]);
    }
    if (!home->is_live || m->stopped) {
        return;
    }
    if (first->status == THREAD_WAITING && first->wait_kind == WAIT_CONVERGE) {
        collective_complete(m, thread_warp(first), v->mask);
    } else if (inst_class_of((enum inst_op)inst->op) == CLASS_TERMINATOR && parts_lanes(v)) {
        part(m, state, index, v, from);
    }
}

/* Lanes that wait for others to meet them go on alone, because those wait at a barrier. */
static bool go_ahead(const struct machine *m, struct thread *warp, struct warp_state *state) {
    for (uint32_t i = state->count; i-- > 0;) {
        uint32_t own = state->groups[i].mask;
        for (uint32_t part = i + 1; part < state->count; part++) {
            own &= state->groups[part].parent == i ? ~state->groups[part].mask : UINT32_MAX;
        }
        struct warp_group alone = {own, state->groups[i].join, state->groups[i].parent};
        struct group_view v = view_of(m, warp, &alone);
        if (has_parts(state, i) && v.count > 0 && !v.waits) {
            state->groups[i].mask &= ~v.mask;
            alone.mask = v.mask;
            state->groups[state->count++] = alone;
            return true;
        }
    }
    return false;
}

static bool step_warp(struct machine *m, struct block_state *block, uint32_t warp_index) {
    struct thread *warp = &block->threads[warp_index * WARP_THREADS];
    struct warp_state *state = &block->warps[warp_index];
    end_groups(m, warp, state);
    for (uint32_t i = state->count; i-- > 0;) {
        if (has_parts(state, i)) {
            continue;
        }
        struct group_view v = view_of(m, warp, &state->groups[i]);
        if (v.count > 0 && !v.waits) {
            step_group(m, state, i, &v);
            return true;
        }
    }
    return go_ahead(m, warp, state);
}

void lockstep_start(struct machine *m, struct block_state *block) {
    for (uint32_t w = 0; w * WARP_THREADS < m->thread_count; w++) {
        block->warps[w].count = 1;
        block->warps[w].groups[0] = (struct warp_group){UINT32_MAX, CFG_NONE, 0};
    }
}

bool lockstep_turn(struct machine *m, struct block_state *block, uint32_t warp_index) {
    uint32_t warps = (m->thread_count + WARP_THREADS - 1) / WARP_THREADS;
    for (uint32_t i = 0; i < warps; i++) {
        if (step_warp(m, block, (warp_index + i) % warps)) {
            return true;
        }
    }
    return false;
}
