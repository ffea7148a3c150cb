/* The launch: blocks become live, threads take turns, results are gathered.
 *
 * Blocks start in a seeded order, a few at a time (all of them if the kernel has a grid
 * barrier). A turn is a seeded choice of a live block, one of its threads, and a number of
 * instructions, mostly small, so that interleavings differ between seeds. With every fourth
 * seed threads keep pace instead, an instruction each: then all read what they test before
 * any of them writes it, as the lanes of a warp do. With seeds 14, 30, ... the preferred
 * threads of a block wait before each write until all of them are about to write. */
#include <assert.h>
#include <string.h>

#include "simulate/machine.h"

enum { PACED_SEEDS = 4, WAITING_SEEDS = 16, WAITING_SEED = 14, LIVE_THREADS = 4096, LONG_TURN = 256, SHORT_TURN = 8, PROGRESS_TURNS = 1 << 14 };
#define LIVE_BYTES ((uint64_t)256 << 20)
#define MEMORY_LIMIT_BYTES ((uint64_t)1000 << 20) /* contents, shadow and its records */

void machine_stop(struct machine *m) {
    m->stopped = true;
    m->result->complete = false;
}

static void survey(struct machine *m) {
    const struct kernel *k = m->kernel;
    m->slot = arena_alloc(&m->scratch, k->inst_count * sizeof *m->slot);
    m->barrier_number = arena_alloc(&m->scratch, k->inst_count * sizeof *m->barrier_number);
    m->unset = unset_survey(&m->scratch, k);
    kernel_bounds_init(&m->scratch, k, &m->bounds);
    for (uint32_t place = 0; place < k->order_total; place++) {
        uint32_t id = k->order[place];
        const struct inst *inst = &k->insts[id];
        m->slot[id] = m->slot_count;
        m->slot_count += inst->type.kind == TYPE_VOID ? 0 : inst->type.lanes;
        m->has_partial_sync |= inst_is_tile(inst); /* no record of a tile stands for another warp's */
        if (inst_meets(inst)) {
            m->barrier_number[id] = m->barrier_count++;
        }
        if (inst->op == INST_BARRIER) {
            m->has_grid_barrier |= inst->imm == BARRIER_GRID;
            bool is_named = inst->imm == BARRIER_NAMED || inst->imm == BARRIER_TILE;
            m->has_named_barrier |= is_named;
            m->has_partial_sync |= is_named || inst->imm == BARRIER_WARP;
        }
    }
    m->has_partial_sync |= m->input->lockstep;
    m->barrier_loop = arena_alloc(&m->scratch, k->block_count * sizeof *m->barrier_loop);
    for (uint32_t b = 0; b < k->block_count; b++) {
        m->barrier_loop[b] = CFG_NONE;
    }
    for (uint32_t i = 0; i < m->cfg->loop_count; i++) {
        if (m->cfg->loops[i].has_barrier) {
            m->barrier_loop[m->cfg->loops[i].header] = i;
        }
    }
    others_create(m);
    m->before_barrier = arena_alloc(&m->scratch, m->barrier_count * sizeof *m->before_barrier);
    m->clock_width = m->has_named_barrier ? m->thread_count : WARP_THREADS;
    m->joint = arena_alloc(&m->scratch, 2 * (size_t)m->clock_width * sizeof *m->joint);
    m->gathered = arena_alloc(&m->scratch, m->thread_count * sizeof(struct thread *));
}

static void create_blocks(struct machine *m) {
    const struct simulate_input *input = m->input;
    const uint32_t *grid = input->grid;
    uint64_t all = (uint64_t)grid[0] * grid[1] * grid[2];
    m->block_count = input->block_count ? input->block_count : (uint32_t)all;
    assert(input->block_count || all <= UINT32_MAX);
    m->blocks = arena_alloc(&m->scratch, m->block_count * sizeof *m->blocks);
    m->live = arena_alloc(&m->scratch, m->block_count * sizeof *m->live);
    m->start_order = arena_alloc(&m->scratch, m->block_count * sizeof *m->start_order);
    for (uint32_t i = 0; i < m->block_count; i++) {
        const uint32_t linear[] = {i % grid[0], i / grid[0] % grid[1], i / grid[0] / grid[1]};
        memcpy(m->blocks[i].id, input->block_count ? input->blocks[i] : linear, sizeof linear);
        m->blocks[i].index = i;
        uint32_t at = (uint32_t)rng_below(&m->rng, i + 1);
        m->start_order[i] = m->start_order[at];
        m->start_order[at] = i;
    }
}

static size_t thread_bytes(const struct machine *m) {
    size_t clocks = m->has_partial_sync ? (m->input->lockstep ? 4 : 1) * (size_t)m->clock_width : 0;
    size_t bytes = m->slot_count * (sizeof(uint64_t) + 1) + (clocks + m->barrier_count + 2 * (size_t)m->cfg->loop_count) * sizeof(uint32_t);
    return (bytes + 15) / 16 * 16;
}

static void thread_start(struct machine *m, struct block_state *block, uint32_t index) {
    struct thread *thread = &block->threads[index];
    char *memory = (char *)(block->threads + m->thread_count) + index * thread_bytes(m);
    thread->home = block;
    thread->index = index;
    thread->values = (uint64_t *)memory;
    memory += m->slot_count * sizeof(uint64_t);
    thread->arrivals = (uint32_t *)memory;
    memory += m->barrier_count * sizeof(uint32_t);
    thread->rounds = (uint32_t *)memory;
    memory += m->cfg->loop_count * sizeof(uint32_t);
    thread->effect_rounds = (uint32_t *)memory;
    memory += m->cfg->loop_count * sizeof(uint32_t);
    if (m->has_partial_sync) {
        thread->seen = (uint32_t *)memory;
        memory += m->clock_width * sizeof(uint32_t);
    }
    uint32_t **clocks[] = {&thread->seen_steps, &thread->kept_seen, &thread->kept_steps};
    for (size_t i = 0; m->input->lockstep && i < sizeof clocks / sizeof *clocks; i++) {
        *clocks[i] = (uint32_t *)memory;
        memory += m->clock_width * sizeof(uint32_t);
    }
    thread->taints = (uint8_t *)memory;
    thread->clock = 1;
    thread->step = 1;
    thread->runnable_place = index;
    block->runnable[index] = index;
}

/* The thread's index in the block, SIMULATE_NONE if it is not of this block. */
static uint32_t index_in(const struct machine *m, const struct block_state *block, const struct simulate_place *place) {
    const uint32_t *size = m->input->block, *t = place->thread;
    bool is_here = memcmp(place->block, block->id, sizeof block->id) == 0 && t[0] < size[0] && t[1] < size[1] && t[2] < size[2];
    return is_here ? t[0] + size[0] * (t[1] + size[1] * t[2]) : SIMULATE_NONE;
}

static void mark_threads(struct machine *m, struct block_state *block) {
    block->preferred = arena_alloc(&m->scratch, m->input->preferred_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < m->input->preferred_count; i++) {
        uint32_t index = index_in(m, block, &m->input->preferred[i]);
        if (index != SIMULATE_NONE) {
            block->threads[index].preferred = true;
            block->preferred[block->preferred_count++] = index;
        }
    }
    for (uint32_t i = 0; m->input->follow && i < m->input->followed_count; i++) {
        uint32_t index = index_in(m, block, &m->input->followed[i]);
        if (index != SIMULATE_NONE) {
            block->threads[index].followed = true;
        }
    }
}

static bool block_start(struct machine *m, struct block_state *block) {
    size_t threads_bytes = m->thread_count * (sizeof *block->threads + thread_bytes(m));
    size_t table_bytes = (m->thread_count + m->kernel->object_count) * sizeof(uint32_t);
    size_t warps_bytes = m->input->lockstep ? (m->thread_count + WARP_THREADS - 1) / WARP_THREADS * sizeof *block->warps : 0;
    block->memory_bytes = threads_bytes + table_bytes + warps_bytes;
    block->memory = mem_alloc(block->memory_bytes);
    memset(block->memory, 0, block->memory_bytes);
    block->threads = block->memory;
    block->runnable = (uint32_t *)((char *)block->memory + threads_bytes);
    block->shared = block->runnable + m->thread_count;
    block->warps = (struct warp_state *)((char *)block->memory + threads_bytes + table_bytes);
    block->runnable_count = m->thread_count;
    block->is_live = true;
    if (!memory_enter_block(m, block)) {
        return false;
    }
    for (uint32_t i = 0; i < m->thread_count; i++) {
        thread_start(m, block, i);
    }
    if (m->input->lockstep) {
        lockstep_start(m, block);
    }
    mark_threads(m, block);
    return true;
}

static void block_end(struct machine *m, struct block_state *block) {
    for (uint32_t i = 0; i < m->thread_count; i++) {
        copies_drop(m, &block->threads[i]);
    }
    memory_leave_block(m, block);
    mem_free(block->memory, block->memory_bytes);
    block->memory = NULL;
    block->is_live = false;
    block->is_finished = true;
}

static uint32_t live_limit(const struct machine *m) {
    if (m->has_grid_barrier) {
        return m->block_count;
    }
    uint64_t bytes = m->thread_count * (uint64_t)(sizeof(struct thread) + thread_bytes(m));
    uint64_t by_threads = LIVE_THREADS / m->thread_count, by_bytes = LIVE_BYTES / (bytes + 1);
    uint64_t limit = by_threads < by_bytes ? by_threads : by_bytes;
    return limit > 0 ? (uint32_t)limit : 1;
}

static void start_blocks(struct machine *m) {
    uint32_t limit = live_limit(m);
    while (!m->stopped && m->live_count < limit && m->next_block < m->block_count) {
        uint32_t index = m->start_order[m->next_block++];
        m->live[m->live_count++] = index;
        if (!block_start(m, &m->blocks[index])) {
            struct thread none = {.home = &m->blocks[index]};
            record_budget(m, &none, "memory objects");
        }
    }
}

enum simulate_turns simulate_turns(uint64_t seed) {
    if (seed % PACED_SEEDS == 0 && seed > 0)
        return TURNS_PACED;
    return seed % WAITING_SEEDS == WAITING_SEED ? TURNS_WAITING : TURNS_RANDOM;
}

static bool keeps_pace(const struct machine *m) {
    return simulate_turns(m->input->seed) == TURNS_PACED;
}

static bool waits_to_write(const struct machine *m) {
    return simulate_turns(m->input->seed) == TURNS_WAITING && !m->input->lockstep;
}

static bool is_about_to_write(const struct machine *m, const struct thread *thread) {
    return kernel_inst(m->kernel, kernel_at(m->kernel, thread->block, thread->place))->op == INST_STORE;
}

/* One that is not about to write, until all preferred ones are, or cannot run. */
static struct thread *choose_waiting(struct machine *m, struct block_state *block) {
    struct thread *any = &block->threads[block->runnable[rng_below(&m->rng, block->runnable_count)]], *held = NULL;
    if (!any->preferred && rng_below(&m->rng, 8) == 0) {
        return any;
    }
    for (uint32_t i = 0; i < block->preferred_count; i++) {
        struct thread *thread = &block->threads[block->preferred[i]];
        if (thread->status != THREAD_RUNNABLE) {
            continue;
        }
        if (thread->may_write || !is_about_to_write(m, thread)) {
            return thread;
        }
        held = thread;
    }
    for (uint32_t i = 0; i < block->preferred_count; i++) {
        struct thread *thread = &block->threads[block->preferred[i]];
        thread->may_write = thread->status == THREAD_RUNNABLE;
    }
    return held ? held : any;
}

/* A thread of the block that can run; mostly a preferred one, if there are any. */
static struct thread *choose_thread(struct machine *m, struct block_state *block) {
    if (waits_to_write(m)) {
        return choose_waiting(m, block);
    }
    if (keeps_pace(m)) {
        return &block->threads[block->runnable[block->turns++ % block->runnable_count]];
    }
    uint32_t count = block->preferred_count;
    uint32_t start = count > 0 && rng_below(&m->rng, 8) > 0 ? (uint32_t)rng_below(&m->rng, count) : count;
    for (uint32_t i = 0; i < count && start < count; i++) {
        struct thread *thread = &block->threads[block->preferred[(start + i) % count]];
        if (thread->status == THREAD_RUNNABLE) {
            return thread;
        }
    }
    return &block->threads[block->runnable[rng_below(&m->rng, block->runnable_count)]];
}

/* One instruction of the thread, or of its warp; whether it can go on. */
static bool step(struct machine *m, struct thread *thread) {
    if (!m->input->lockstep) {
        execute_step(m, thread);
        return thread->status == THREAD_RUNNABLE;
    }
    thread->home->is_stuck = !lockstep_turn(m, thread->home, thread->index / WARP_THREADS);
    return !thread->home->is_stuck;
}

uint64_t simulate_interpreted_budget(const struct simulate_input *input) {
    uint64_t all = input->step_budget, some = input->interpreted_budget;
    return some > 0 && (all == 0 || some < all) ? some : all;
}

static void take_turn(struct machine *m, struct block_state *block) {
    struct thread *thread = choose_thread(m, block);
    uint64_t longest = rng_below(&m->rng, 4) == 0 ? LONG_TURN : SHORT_TURN;
    uint64_t steps = keeps_pace(m) || waits_to_write(m) ? 1 : 1 + rng_below(&m->rng, longest);
    thread->may_write = thread->may_write && !is_about_to_write(m, thread);
    uint64_t budget = simulate_interpreted_budget(m->input);
    for (bool goes_on = true; steps > 0 && goes_on && block->is_live && !m->stopped; steps--) {
        if (budget && m->result->steps >= budget) {
            record_budget(m, thread, "steps");
            return;
        }
        goes_on = step(m, thread);
    }
    uint64_t used = m->memory_bytes + (uint64_t)m->records.size * sizeof(struct record);
    if (!m->stopped && used > (m->input->memory_limit_bytes ? m->input->memory_limit_bytes : MEMORY_LIMIT_BYTES)) {
        record_budget(m, thread, "memory");
    }
}

/* A live block whose threads can run, from a random place on; NULL if there is none. */
static struct block_state *choose_block(struct machine *m) {
    uint32_t start = (uint32_t)rng_below(&m->rng, m->live_count);
    for (uint32_t i = 0; i < m->live_count; i++) {
        struct block_state *block = &m->blocks[m->live[(start + i) % m->live_count]];
        if (block->runnable_count > 0 && !block->is_stuck) {
            return block;
        }
    }
    return NULL;
}

static void retire_blocks(struct machine *m) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->live_count; i++) {
        struct block_state *block = &m->blocks[m->live[i]];
        if (!block->is_live || block->exited_count == m->thread_count) {
            block_end(m, block);
        } else {
            m->live[kept++] = m->live[i];
        }
    }
    m->live_count = kept;
}

/* Nothing can run. The blocks to blame are those where not all wait for the grid; if all
 * do, what keeps them was reported. */
static void resolve_standstill(struct machine *m) {
    bool blamed = false;
    if (m->has_grid_barrier && barrier_grid_update(m)) {
        return;
    }
    for (uint32_t i = 0; i < m->live_count; i++) {
        struct block_state *block = &m->blocks[m->live[i]];
        if (block->waiting_grid + block->exited_count != m->thread_count) {
            diverge_report(m, block);
            blamed = true;
        }
    }
    for (uint32_t i = 0; i < m->live_count && !blamed; i++) {
        diverge_abandon(m, &m->blocks[m->live[i]]);
    }
}

/* Runs until everything is done, or until the pause. */
static void run(struct machine *m) {
    uint32_t turns = 0;
    start_blocks(m);
    while (!m->stopped && m->live_count > 0 && m->result->steps < m->pause_steps) {
        if (++turns % PROGRESS_TURNS == 0 && m->input->progress) {
            m->input->progress(m->input->progress_context, m->result->steps);
        }
        struct block_state *block = choose_block(m);
        bool ends = m->result->steps >= m->end_steps || (!block && m->end_steps != UINT64_MAX);
        if (ends) {
            machine_stop(m);
        } else if (block) {
            take_turn(m, block);
        } else {
            resolve_standstill(m);
        }
        if (!block || block->runnable_count == 0 || block->is_stuck) {
            retire_blocks(m);
            start_blocks(m);
        }
    }
}

/* In native code if that can do it. A pause with findings is no reason to try. */
static struct simulate_result *run_on_engine(struct machine *m) {
    uint64_t blocks = m->block_count, patience;
    struct simulate_engine *engine = m->input->engine;
    struct simulate_result *result = NULL;
    patience = engine_patience(engine, m->kernel, blocks * m->thread_count);
    m->pause_steps = patience;
    if (patience > 0) {
        run(m);
    }
    bool paused = patience == 0 || (!m->stopped && m->live_count > 0);
    if (paused && m->findings.size == 0) {
        result = engine_execute(engine, m->arena, m->kernel, m->input);
    }
    m->pause_steps = UINT64_MAX;
    if (paused && !result) {
        run(m);
    }
    if (engine && !result) {
        engine_count_interpreted(engine);
    }
    return result;
}

static void end_blocks(struct machine *m) {
    for (uint32_t i = 0; i < m->live_count; i++) {
        block_end(m, &m->blocks[m->live[i]]);
    }
}

static void gather(struct machine *m) {
    struct simulate_result *result = m->result;
    uint32_t arrays = m->input->array_count;
    result->finding_count = m->findings.size;
    result->findings = arena_alloc(m->arena, m->findings.size * sizeof *result->findings);
    if (m->findings.size > 0) {
        memcpy(result->findings, m->findings.data, m->findings.size * sizeof *result->findings);
    }
    if (m->input->keep_contents) {
        result->contents = arena_alloc(m->arena, arrays * sizeof *result->contents);
        for (uint32_t i = 0; i < arrays; i++) {
            result->contents[i] = memory_contents(m, i);
        }
    }
}

struct simulate_result *simulate_run(struct arena *arena, const struct kernel *kernel, const struct simulate_input *input) {
    struct machine machine = {.arena = arena, .kernel = kernel, .input = input, .end_steps = UINT64_MAX};
    struct machine *m = &machine;
    m->thread_count = input->block[0] * input->block[1] * input->block[2];
    m->result = arena_alloc(arena, sizeof *m->result);
    m->result->complete = true;
    m->free_record = SIMULATE_NONE;
    arena_init(&m->scratch);
    map_init(&m->finding_index);
    rng_init(&m->rng, input->seed);
    m->cfg = cfg_create(&m->scratch, kernel);
    survey(m);
    memory_create(m);
    create_blocks(m);
    struct simulate_result *native = run_on_engine(m);
    if (!native) {
        others_end(m);
    }
    end_blocks(m);
    if (!native) {
        gather(m);
    }
    others_release(m);
    memory_release(m);
    vec_release(&m->findings);
    vec_release(&m->phi_values);
    map_release(&m->finding_index);
    arena_release(&m->scratch);
    return native ? native : m->result;
}
