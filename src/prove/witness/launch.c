/* Launches to try when looking for a counterexample: those a person would
   believe first (docs/contracts.md), then odd ones. */
#include "prove/witness/launch.h"

#include <string.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "term/walk.h"

#define BLOCK_COUNT 4u

enum { WARP = 32, COMMON_THREADS = 256, THREADS_MOST = 1024, GRID_MOST = INT32_MAX };

static const uint32_t BLOCKS[3][BLOCK_COUNT][3] = {
    {{64, 1, 1}, {256, 1, 1}, {1024, 1, 1}, {512, 1, 1}},
    {{16, 16, 1}, {32, 8, 1}, {32, 32, 1}, {8, 32, 1}},
    {{8, 8, 4}, {16, 4, 4}, {32, 8, 4}, {4, 8, 8}},
};
static const uint32_t ODD_BLOCKS[3][2][3] = {
    {{48, 1, 1}, {3, 1, 1}},
    {{5, 3, 1}, {1, 7, 1}},
    {{5, 3, 2}, {1, 3, 3}},
};
static const uint32_t GRIDS[3][2][3] = {{{4, 1, 1}, {64, 1, 1}}, {{2, 2, 1}, {8, 8, 1}}, {{2, 2, 2}, {4, 4, 4}}};

const char launch_odd_precondition[] = "the number of threads in a block is a multiple of 32";

static term_ref launch_map(void *context, symbol_ref symbol) {
    struct launch *launch = context;
    struct term_table *t = launch->prover->terms;
    const struct symbol *s = symbol_get(t, symbol);
    if (s->role == SYMBOL_BDIM)
        return term_const(t, 32, launch->block[s->axis]);
    if (s->role == SYMBOL_GDIM)
        return term_const(t, 32, launch->grid[s->axis]);
    if ((s->role == SYMBOL_TID && launch->block[s->axis] == 1) || (s->role == SYMBOL_BID && launch->grid[s->axis] == 1))
        return term_const(t, 32, 0);
    return TERM_NONE;
}

static bool fits_kernel(const struct prover *prover, const uint32_t block[3]) {
    uint32_t threads = block[0] * block[1] * block[2], limit = prover->protocol->max_threads;
    bool asked = prover->scope->block[0] != 0;
    return asked || limit == 0 || threads <= limit;
}

static bool is_known(const struct prover *prover, uint32_t first, const struct launch *launch) {
    for (uint32_t i = first; i < prover->launches->list.size; i++)
        if (memcmp(prover->launches->list.data[i].block, launch->block, sizeof launch->block) == 0 &&
            memcmp(prover->launches->list.data[i].grid, launch->grid, sizeof launch->grid) == 0)
            return true;
    return false;
}

static void add_launch(struct prover *prover, uint32_t first, const uint32_t block[3], const uint32_t grid[3], const char *precondition) {
    struct launch launch = {.prover = prover, .natural = precondition == NULL, .precondition = precondition};
    bool changed_block = false;
    for (uint32_t a = 0; a < 3; a++) {
        launch.block[a] = prover->frame->fixed_block[a] ? prover->frame->block[a] : block[a];
        launch.grid[a] = prover->frame->fixed_grid[a] ? prover->frame->grid[a] : grid[a];
        changed_block |= !prover->frame->fixed_block[a];
    }
    if (is_known(prover, first, &launch) || !fits_kernel(prover, launch.block) || (precondition && !changed_block))
        return;
    vec_push(&prover->launches->list, launch);
}

static void insert(struct prover *prover, uint32_t at, struct launch launch) {
    vec_push(&prover->launches->list, launch);
    for (uint32_t i = prover->launches->list.size - 1; i > at; i--)
        prover->launches->list.data[i] = prover->launches->list.data[i - 1];
    prover->launches->list.data[at] = launch;
}

static void prepare(struct prover *prover, struct launch *launch) {
    struct launch *context = arena_alloc(prover->arena, sizeof *context);
    *context = *launch;
    launch->substitution = substitution_create(prover->terms, launch_map, context);
}

static uint64_t size_of_launch(void *context, symbol_ref symbol) {
    const struct launch *launch = context;
    const struct symbol *s = symbol_get(launch->prover->terms, symbol);
    return s->role == SYMBOL_BDIM ? launch->block[s->axis] : launch->grid[s->axis];
}

static uint64_t no_application(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

/* What the program promises of sizes alone. */
static bool is_promised(struct prover *prover, struct launch *launch, term_ref promise) {
    struct term_model model = {launch, size_of_launch, no_application};
    struct evaluation *e = evaluation_create(prover->terms, &model);
    bool holds = evaluation_value(e, promise) != 0;
    evaluation_destroy(e);
    return holds;
}

/* What a promise says the grid's extent is, `gridDim.x == (16777216 + blockDim.x - 1) / blockDim.x`, if it says so by the block alone;
   TERM_NONE. */
static term_ref promised_extent(const struct prover *prover, term_ref promise, uint32_t axis) {
    const struct term_table *t = prover->terms;
    const enum term_op op = term_op_of(term_get(t, promise));
    for (uint32_t side = 0; side < 2 && (op == TERM_AND || op == TERM_EQ); side++) {
        term_ref one = term_child(t, promise, side), other = term_child(t, promise, 1 - side);
        if (op == TERM_AND) {
            term_ref found = promised_extent(prover, one, axis);
            if (!term_is_none(found))
                return found;
            continue;
        }
        if (term_op_of(term_get(t, one)) == TERM_ZEXT)
            one = term_child(t, one, 0);
        bool is_said = term_same(one, prover->protocol->gdim[axis]);
        for (uint32_t a = 0; a < 3 && is_said; a++) {
            const struct term *grid = term_get(t, prover->protocol->gdim[a]);
            is_said = term_op_of(grid) != TERM_SYMBOL || !term_has_symbol(t, other, (symbol_ref){(uint32_t)grid->value});
        }
        if (is_said)
            return other;
    }
    return TERM_NONE;
}

/* The grid that the promise gives a block. */
static void take_promised(struct prover *prover, term_ref promise, struct launch *launch) {
    struct term_model model = {launch, size_of_launch, no_application};
    for (uint32_t a = 0; a < 3; a++) {
        term_ref extent = prover->frame->fixed_grid[a] ? TERM_NONE : promised_extent(prover, promise, a);
        if (term_is_none(extent))
            continue;
        struct evaluation *e = evaluation_create(prover->terms, &model);
        uint64_t blocks = evaluation_value(e, extent);
        evaluation_destroy(e);
        launch->grid[a] = blocks > 0 && blocks <= GRID_MOST ? (uint32_t)blocks : launch->grid[a];
    }
}

/* Lengths of blocks to try: common ones, whole warps, the rest. */
static uint32_t length_to_try(uint32_t n) {
    static const uint32_t common[] = {256, 128, 64, 512, 1024};
    enum { COMMON = sizeof common / sizeof *common };
    return n < COMMON ? common[n] : n < COMMON + 32 ? (n - COMMON + 1) * 32 : n - COMMON - 32 + 1;
}

/* Sizes that a promise asks for. */
static bool find_promised(struct prover *prover, term_ref promise, bool is_between, struct launch *found) {
    static const uint32_t grids[] = {1, 4, 64, 2, 3, 8, 16, 32}, rows[] = {1, 16, 8, 32, 4, 2};
    for (uint32_t g = is_between; g < sizeof grids / sizeof *grids; g++)
        for (uint32_t r = 0; r < (prover->frame->dims_block > 1 ? sizeof rows / sizeof *rows : 1); r++)
            for (uint32_t n = 0; length_to_try(n) <= 1024; n++) {
                uint32_t x = length_to_try(n);
                struct launch launch = {
                    .prover = prover, .block = {x, rows[r], 1}, .grid = {grids[g], prover->frame->dims_grid > 1 ? grids[g] : 1, 1}};
                for (uint32_t a = 0; a < 3; a++) {
                    launch.block[a] = prover->frame->fixed_block[a] ? prover->frame->block[a] : launch.block[a];
                    launch.grid[a] = prover->frame->fixed_grid[a] ? prover->frame->grid[a] : launch.grid[a];
                }
                take_promised(prover, promise, &launch);
                *found = launch;
                if (launch.block[0] * launch.block[1] <= 1024 && fits_kernel(prover, launch.block) && is_promised(prover, &launch, promise))
                    return true;
            }
    return false;
}

/* If no launch of the list keeps the promise, one more that does. */
static void fit_launches(struct prover *prover) {
    struct term_table *t = prover->terms;
    term_ref promise = term_true(t);
    for (uint32_t i = 0; i < prover->frame->launch_facts.size; i++)
        if ((term_deps(t, prover->frame->launch_facts.data[i]) & ~(unsigned)DEP_LAUNCH) == 0)
            promise = term_and(t, promise, prover->frame->launch_facts.data[i]);
    for (int between = 0; between < 2 && !term_is_true(t, promise); between++) {
        struct launch found;
        bool kept = false;
        uint32_t first = between ? prover->launches->first_between : 0, end = between ? prover->launches->list.size : prover->launches->first_between;
        for (uint32_t i = first; i < end; i++)
            kept |= prover->launches->list.data[i].natural && is_promised(prover, &prover->launches->list.data[i], promise);
        if (kept || !find_promised(prover, promise, between == 1, &found))
            continue;
        found.natural = true;
        prepare(prover, &found);
        insert(prover, between ? prover->launches->list.size : prover->launches->first_between++, found);
    }
}

static const struct launch *kept_launch(struct prover *prover, struct launch launch) {
    for (uint32_t j = 0; j < prover->launches->small.size; j++) {
        const struct launch *known = &prover->launches->small.data[j];
        if (memcmp(known->block, launch.block, sizeof launch.block) == 0 && memcmp(known->grid, launch.grid, sizeof launch.grid) == 0)
            return known;
    }
    prepare(prover, &launch);
    vec_push(&prover->launches->small, launch);
    return &vec_last(&prover->launches->small);
}

/* A block that was cut to less than two warps is as large as before along x, if nothing limits that. */
static void lengthen(const struct prover *prover, const struct launch *whole, const uint32_t limit[LAUNCH_AXES], struct launch *small) {
    uint32_t rest = small->block[1] * small->block[2], threads = whole->block[0] * whole->block[1] * whole->block[2];
    if (limit[0] == 0 && !prover->frame->fixed_block[0] && small->block[0] * rest < 64)
        small->block[0] = threads / rest;
}

const struct launch *launch_within(struct prover *prover, uint32_t i, const uint32_t limit[LAUNCH_AXES]) {
    const struct launch *whole = &prover->launches->list.data[i];
    struct launch small = *whole;
    bool is_cut = false;
    for (uint32_t a = 0; a < 3; a++)
        if (limit[a] != 0 && small.block[a] > limit[a]) {
            if (prover->frame->fixed_block[a])
                return NULL;
            small.block[a] = limit[a];
            is_cut = true;
        }
    for (uint32_t a = 0; a < 3; a++)
        if (limit[3 + a] != 0 && small.grid[a] > limit[3 + a]) {
            if (prover->frame->fixed_grid[a])
                return NULL;
            small.grid[a] = limit[3 + a];
            is_cut = true;
        }
    if (is_cut)
        lengthen(prover, whole, limit, &small);
    return is_cut ? kept_launch(prover, small) : whole;
}

static term_ref open_map(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

const struct launch *launch_open(struct prover *prover) {
    if (!prover->launches->open.substitution)
        prover->launches->open = (struct launch){.prover = prover, .substitution = substitution_create(prover->terms, open_map, NULL)};
    return &prover->launches->open;
}

const struct launch *launch_of(struct prover *prover, const uint32_t block[3], const uint32_t grid[3]) {
    struct launch launch = {.prover = prover};
    for (uint32_t a = 0; a < 3; a++) { /* 0: the question does not say */
        launch.block[a] = block[a] ? block[a] : 1;
        launch.grid[a] = grid[a] ? grid[a] : 1;
    }
    return fits_kernel(prover, block) ? kept_launch(prover, launch) : NULL;
}

const struct launch *launch_beyond(struct prover *prover, uint32_t i, const uint32_t limit[3]) {
    static const uint32_t most[3] = {1024, 1024, 64};
    for (uint32_t a = 0; a < 3; a++) {
        struct launch large = prover->launches->list.data[i];
        uint32_t threads = 2 * limit[a];
        bool is_fixed = prover->frame->fixed_block[a];
        if (limit[a] == 0 || is_fixed || threads > most[a])
            continue;
        large.block[a] = threads;
        for (uint32_t b = 0; b < 3; b++) {
            if (b == a)
                continue;
            uint32_t rest = 1024 / threads;
            large.block[b] = limit[b] != 0 && limit[b] < rest ? limit[b] : large.block[b] < rest ? large.block[b] : rest;
            threads *= large.block[b];
            is_fixed |= prover->frame->fixed_block[b] && large.block[b] != prover->frame->block[b];
        }
        if (!is_fixed && fits_kernel(prover, large.block))
            return kept_launch(prover, large);
    }
    return NULL;
}

/* ---- blocks that the kernel names ---- */

/* The highest index along the axis that a guard asks a thread for, one less than whole warps: threadIdx.x == 127; 0: none. */
static uint32_t last_index(const struct prover *prover, uint32_t axis) {
    const struct protocol *p = prover->protocol;
    struct term_walk walk;
    uint64_t constant, last = 0;
    term_walk_begin(&walk, prover->terms, TERM_NONE);
    for (uint32_t i = 0; i < p->item_count; i++)
        term_walk_add(&walk, prover->frame->items[i].guard);
    for (term_ref t; term_walk_next(&walk, &t);) {
        bool is_equation = term_op_of(term_get(prover->terms, t)) == TERM_EQ;
        for (uint32_t side = 0; side < 2 && is_equation; side++)
            if (term_same(term_child(prover->terms, t, side), p->tid[axis]) &&
                term_is_const(prover->terms, term_child(prover->terms, t, 1 - side), &constant) && constant % WARP == WARP - 1 &&
                constant < THREADS_MOST && constant > last)
                last = constant;
        if (term_width(prover->terms, t) == 1)
            term_walk_enter(&walk, t);
    }
    term_walk_end(&walk);
    return (uint32_t)last;
}

/* The last thread along x that guards ask for exists in no launch of the list: one in which it is the last comes first. */
static void add_named_block(struct prover *prover, uint32_t first, uint32_t dims, const uint32_t grid[3]) {
    uint32_t last = last_index(prover, 0);
    bool exists = last == 0 || prover->frame->fixed_block[0];
    for (uint32_t b = 0; b < BLOCK_COUNT; b++)
        exists |= BLOCKS[dims][b][0] > last;
    if (exists)
        return;
    uint32_t rows = last + 1 < COMMON_THREADS ? COMMON_THREADS / (last + 1) : 1;
    const uint32_t block[3] = {last + 1, rows, 1};
    add_launch(prover, first, block, grid, NULL);
}

enum { COMPARED_MOST = 2 };

static bool is_comparison(enum term_op op) {
    return op == TERM_EQ || op == TERM_ULT || op == TERM_ULE || op == TERM_SLT || op == TERM_SLE;
}

/* Whole warps that guards compare the block's length with, `if (blockDim.x > 32) __syncthreads()`: blocks of that length behave like no
   others. */
static void add_compared_blocks(struct prover *prover, uint32_t first, const uint32_t grid[3]) {
    const struct protocol *p = prover->protocol;
    struct term_walk walk;
    uint64_t constant;
    uint32_t count = 0;
    term_walk_begin(&walk, prover->terms, TERM_NONE);
    for (uint32_t i = 0; i < p->item_count; i++)
        term_walk_add(&walk, prover->frame->items[i].guard);
    for (term_ref t; term_walk_next(&walk, &t);) {
        for (uint32_t side = 0; side < 2 && is_comparison(term_op_of(term_get(prover->terms, t))) && count < COMPARED_MOST; side++)
            if (term_same(term_child(prover->terms, t, side), p->bdim[0]) &&
                term_is_const(prover->terms, term_child(prover->terms, t, 1 - side), &constant) && constant % WARP <= 1 && constant >= WARP &&
                constant <= THREADS_MOST) { /* "> 32" is "not < 33" */
                const uint32_t block[3] = {(uint32_t)(constant / WARP * WARP), 1, 1};
                add_launch(prover, first, block, grid, NULL);
                count++;
            }
        if (term_width(prover->terms, t) == 1)
            term_walk_enter(&walk, t);
    }
    term_walk_end(&walk);
}

void launch_list(struct prover *prover) {
    if (prover->launches->list.size > 0)
        return;
    uint32_t dims = prover->frame->dims_block - 1, grid_dims = prover->frame->dims_grid - 1;
    static const uint32_t one[3] = {1, 1, 1};
    for (int pairing = 0; pairing < PAIRING_COUNT; pairing++) {
        uint32_t first = prover->launches->list.size;
        if (pairing == BETWEEN_BLOCKS)
            prover->launches->first_between = first;
        add_named_block(prover, first, dims, pairing == WITHIN_BLOCK ? one : GRIDS[grid_dims][0]);
        for (uint32_t b = 0; b < BLOCK_COUNT; b++)
            add_launch(prover, first, BLOCKS[dims][b], pairing == WITHIN_BLOCK && b < 2 ? one : GRIDS[grid_dims][b == 2], NULL);
        if (prover->protocol->max_threads) {
            const uint32_t largest[3] = {prover->protocol->max_threads, 1, 1};
            add_launch(prover, first, largest, GRIDS[grid_dims][0], NULL);
        }
        add_compared_blocks(prover, first, pairing == WITHIN_BLOCK ? one : GRIDS[grid_dims][0]);
        for (uint32_t b = 0; b < 2; b++)
            add_launch(prover, first, ODD_BLOCKS[dims][b], GRIDS[grid_dims][0], launch_odd_precondition);
    }
    for (uint32_t i = 0; i < prover->launches->list.size; i++)
        prepare(prover, &prover->launches->list.data[i]);
    fit_launches(prover);
}
