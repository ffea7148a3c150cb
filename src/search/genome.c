#include "search/genome.h"

#include <math.h>
#include <string.h>

#define SMALL_LAUNCH 192u

/* ---- random numbers ---- */

static double unit(struct rng *rng) {
    return ((double)(rng_next(rng) >> 11) + 0.5) / 9007199254740992.0;
}

double mutation_step(struct rng *rng, enum mutation mutation) {
    const double pi = 3.14159265358979323846;
    double u = unit(rng), v = unit(rng);
    return mutation == MUTATION_NORMAL ? sqrt(-2 * log(u)) * cos(2 * pi * v) : tan(pi * (u - 0.5));
}

static bool one_in(struct rng *rng, uint32_t n) {
    return rng_below(rng, n) == 0;
}

/* ---- sizes of launches ---- */

uint64_t genome_threads(const struct genome *g) {
    return (uint64_t)g->block[0] * g->block[1] * g->block[2];
}

uint64_t genome_all_threads(const struct genome *g) {
    uint64_t blocks = (uint64_t)g->grid[0] * g->grid[1]; /* each below 2^16, or asked for */
    return blocks > UINT32_MAX ? UINT64_MAX : blocks * g->grid[2] > UINT32_MAX ? UINT64_MAX : blocks * g->grid[2] * genome_threads(g);
}

static uint32_t clamp(uint64_t value, uint32_t most) {
    return value < 1 ? 1 : value > most ? most : (uint32_t)value;
}

/* Within the limits of hardware and kernel; the axis that was changed last gives way last. */
static void fit_sizes(const struct domain *d, struct genome *g, uint32_t changed) {
    for (uint32_t a = 0; a < 3; a++) {
        g->block[a] = d->free_block[a] ? clamp(g->block[a], a == 2 ? BLOCK_Z_MAX : 1024) : d->block[a];
        g->grid[a] = d->free_grid[a] ? clamp(g->grid[a], GRID_MAX) : d->grid[a];
    }
    for (uint32_t turn = 1; turn <= 3; turn++) {
        uint32_t a = (changed + turn) % 3;
        while (d->free_block[a] && g->block[a] > 1 && genome_threads(g) > d->max_threads) {
            g->block[a] /= 2;
        }
    }
}

/* Shapes by the number of axes that are read. */
static const uint32_t SHAPES[3][8][3] = {
    {{64, 1, 1}, {32, 1, 1}, {128, 1, 1}, {256, 1, 1}, {96, 1, 1}, {512, 1, 1}, {1024, 1, 1}, {192, 1, 1}},
    {{8, 8, 1}, {16, 16, 1}, {32, 4, 1}, {64, 1, 1}, {32, 8, 1}, {32, 32, 1}, {1, 64, 1}, {16, 4, 1}},
    {{8, 4, 2}, {4, 4, 4}, {64, 1, 1}, {8, 8, 1}, {32, 2, 2}, {8, 8, 8}, {1, 1, 64}, {16, 2, 4}},
};
static const uint32_t GRIDS[8] = {1, 2, 1, 4, 2, 3, 1, 8};

static void initial_sizes(const struct domain *d, struct genome *g, uint32_t n) {
    uint32_t dims = d->free_block[2] ? 2 : d->free_block[1] ? 1 : 0, turn = n % (d->shapes.count + 8);
    const uint32_t *shape = turn < d->shapes.count ? d->shapes.blocks[turn] : SHAPES[dims][turn - d->shapes.count];
    uint32_t blocks = GRIDS[(n + n / 8) % 8];
    for (uint32_t a = 0; a < 3; a++) {
        g->block[a] = shape[a];
        g->grid[a] = blocks;
    }
    if (n == 0) { /* blocks as well as threads */
        g->grid[0] = g->grid[1] = g->grid[2] = 2;
    }
    fit_sizes(d, g, 0);
}

/* ---- values ---- */

static int64_t constant_of(const struct domain *d, struct rng *rng, int64_t otherwise) {
    return d->constant_count > 0 ? d->constants[rng_below(rng, d->constant_count)] : otherwise;
}

/* Numbers that arguments are likely to be compared with. */
static int64_t launch_number(const struct genome *g, struct rng *rng) {
    uint32_t axis = (uint32_t)rng_below(rng, 3);
    switch (rng_below(rng, 4)) {
    case 0: return (int64_t)g->block[axis] * g->grid[axis];
    case 1: return g->block[axis];
    case 2: return g->grid[axis];
    default: return (int64_t)genome_threads(g);
    }
}

static double some_real(const struct domain *d, struct rng *rng) {
    static const double usual[] = {1.0, 0.125, 100.0, -1.0, 0.0, 1e6};
    if (d->real_count > 0 && one_in(rng, 2)) {
        return d->reals[rng_below(rng, d->real_count)] + (double)((int)rng_below(rng, 3) - 1);
    }
    return usual[rng_below(rng, sizeof usual / sizeof *usual)];
}

static void initial_scalar(const struct domain *d, struct genome *g, struct rng *rng, uint32_t i, uint32_t n) {
    const struct domain_scalar *s = &d->scalars[i];
    int64_t row = (int64_t)g->block[0] * g->grid[0];
    g->reals[i] = n == 0 ? 1.0 : some_real(d, rng);
    if (!s->is_size) {
        g->integers[i] = n % 2 == 0 ? 1 : constant_of(d, rng, 0);
        return;
    }
    switch (s->matters ? n % 6 : 0) {
    case 0: g->integers[i] = row; break;
    case 1: g->integers[i] = 1 + (int64_t)rng_below(rng, (uint64_t)row); break;
    case 2:
    case 5: g->integers[i] = constant_of(d, rng, 3); break;
    case 3: g->integers[i] = launch_number(g, rng); break;
    default: g->integers[i] = 1 + (int64_t)rng_below(rng, 8); break;
    }
}

/* Of elements of a type in which few values are likely to be special. */
static struct contents some_contents(const struct domain *d, const struct genome *g, struct rng *rng, const struct domain_array *array) {
    struct contents c = {.seed = rng_next(rng) >> 16};
    bool is_real = array->type.kind != TYPE_INT;
    switch (rng_below(rng, 6)) {
    case 0: c.kind = array->has_initialiser ? CONTENTS_INITIAL : CONTENTS_ZERO; break;
    case 1:
        c.kind = CONTENTS_CONSTANT;
        c.value = constant_of(d, rng, 1);
        break;
    case 2: c.kind = CONTENTS_IOTA; break;
    case 3: c.kind = is_real ? CONTENTS_REAL : CONTENTS_ANY; break;
    default:
        c.kind = CONTENTS_RANGE;
        c.value = one_in(rng, 2) ? launch_number(g, rng) : 1 + (int64_t)rng_below(rng, 60);
        break;
    }
    return c;
}

static struct contents initial_contents(const struct domain *d, const struct genome *g, struct rng *rng, const struct domain_array *array,
                                        uint32_t n) {
    struct contents c = {.kind = array->has_initialiser ? CONTENTS_INITIAL : CONTENTS_RANGE, .value = 60, .seed = rng_next(rng) >> 16};
    if (!array->matters && !array->has_initialiser && n % 4 == 3) {
        c.kind = CONTENTS_ZERO; /* whatever is added to it is seen */
    }
    return n % 3 == 0 || !array->matters ? c : some_contents(d, g, rng, array);
}

static struct genome *genome_alloc(struct arena *arena, const struct domain *d) {
    struct genome *g = arena_alloc(arena, sizeof *g);
    g->integers = arena_alloc(arena, (d->scalar_count + 1) * sizeof *g->integers);
    g->reals = arena_alloc(arena, (d->scalar_count + 1) * sizeof *g->reals);
    g->contents = arena_alloc(arena, (d->array_count + 1) * sizeof *g->contents);
    return g;
}

static void keep_fixed(const struct domain *d, struct genome *g) {
    for (uint32_t i = 0; i < d->scalar_count; i++) {
        if (d->scalars[i].is_fixed) {
            g->integers[i] = d->scalars[i].fixed;
            g->reals[i] = d->scalars[i].fixed_real;
        }
    }
}

struct genome *genome_initial(struct arena *arena, const struct domain *d, struct rng *rng, uint32_t n) {
    struct genome *g = genome_alloc(arena, d);
    g->schedule = n;
    initial_sizes(d, g, n);
    for (uint32_t i = 0; i < d->scalar_count; i++) {
        initial_scalar(d, g, rng, i, n);
    }
    for (uint32_t i = 0; i < d->array_count; i++) {
        g->contents[i] = initial_contents(d, g, rng, &d->arrays[i], n);
    }
    keep_fixed(d, g);
    genome_naturalise(d, g);
    return g;
}

static bool is_named(const struct search_seed *seed, const char *name, int64_t *value) {
    bool is_found = false;
    for (uint32_t n = 0; n < seed->number_count && !is_found; n++) {
        is_found = strcmp(seed->numbers[n].name, name) == 0;
        *value = is_found ? seed->numbers[n].value : *value;
    }
    return is_found;
}

/* A counterexample of the prover may have large numbers of rounds, and too few elements for other threads than its two: `is_cut`
   takes small sizes or one element for each thread instead, at random; sizes that it leaves open are mostly small. */
static void take_numbers(const struct domain *d, struct genome *g, struct rng *rng, const struct search_seed *seed, bool is_cut) {
    for (uint32_t i = 0; i < d->scalar_count; i++) {
        const struct domain_scalar *s = &d->scalars[i];
        int64_t value = 0;
        bool is_told = is_named(seed, s->slot->name, &value), is_free = is_cut && s->is_size && !s->is_stride;
        if (s->slot->type.kind != TYPE_INT || (!is_told && !is_free)) {
            continue;
        }
        uint32_t unused = 64u - s->slot->type.width_bits, choice = (uint32_t)rng_below(rng, 8);
        bool is_own = is_told && (!is_free || choice < 2), is_small = choice < (is_told ? 5 : 6);
        g->integers[i] = is_own     ? (int64_t)((uint64_t)value << unused) >> unused
                         : is_small ? 2 + (int64_t)rng_below(rng, 3)
                                    : (int64_t)g->block[0] * g->grid[0];
    }
}

/* Ways have the seed's block, or one that the kernel is written for, the likeliest first: there shared memory is filled whole, which
   in other blocks it may not be, and what rests on values that nothing sets shows nothing. Contents of the first such way are random. */
struct genome *genome_seeded(struct arena *arena, const struct domain *d, struct rng *rng, uint32_t n) {
    const struct search_seed *seed = &d->request->seeds[n % d->request->seed_count];
    uint32_t way = n / d->request->seed_count;
    static const struct {
        bool is_shaped;
        uint32_t shape, contents;
    } WAYS[] = {{false, 0, 0}, {true, 0, 6}, {true, 0, 1}, {true, 1, 9}, {false, 0, 4}, {true, 2, 5}, {true, 1, 6}, {true, 3, 7}};
    uint32_t turn = way % (sizeof WAYS / sizeof *WAYS);
    struct genome *g = genome_initial(arena, d, rng, WAYS[turn].contents);
    bool is_shaped = WAYS[turn].is_shaped && d->shapes.count > 0;
    const uint32_t *block = is_shaped ? d->shapes.blocks[WAYS[turn].shape % d->shapes.count] : seed->block;
    for (uint32_t a = 0; a < 3; a++) {
        g->block[a] = block[a] ? block[a] : g->block[a];
        g->grid[a] = way > 0 ? 1 + (seed->grid[a] > 1) : seed->grid[a] ? seed->grid[a] : g->grid[a];
    }
    fit_sizes(d, g, 0);
    take_numbers(d, g, rng, seed, way > 0);
    keep_fixed(d, g);
    genome_naturalise(d, g);
    return g;
}

bool genome_orders_contents(struct arena *arena, const struct domain *d, const struct genome *genome, struct genome **ordered) {
    bool is_changed = false;
    *ordered = genome_copy(arena, d, genome);
    for (uint32_t i = 0; i < d->array_count; i++) {
        struct contents *c = &(*ordered)->contents[i];
        bool is_free = d->arrays[i].reaches_index && !d->arrays[i].is_layout && d->arrays[i].type.kind == TYPE_INT && c->kind != CONTENTS_INITIAL;
        if (is_free && (c->kind != CONTENTS_IOTA || c->cell_count > 0)) {
            *c = (struct contents){.kind = CONTENTS_IOTA};
            is_changed = true;
        }
    }
    return is_changed;
}

struct genome *genome_odd(struct arena *arena, const struct domain *d, struct rng *rng, uint32_t n) {
    static const int64_t values[] = {0, 1, -1};
    static const uint32_t widths[] = {33, 1, 48, 100};
    struct genome *g = genome_initial(arena, d, rng, 0);
    uint32_t scalar = n / 3, width = n - 3 * d->scalar_count;
    if (scalar < d->scalar_count) {
        g->integers[scalar] = d->scalars[scalar].is_size ? values[n % 3] : g->integers[scalar];
    } else if (width < sizeof widths / sizeof *widths) {
        g->block[0] = widths[width];
        fit_sizes(d, g, 0);
    } else {
        return NULL;
    }
    keep_fixed(d, g);
    return g;
}

struct genome *genome_copy(struct arena *arena, const struct domain *d, const struct genome *genome) {
    struct genome *g = genome_alloc(arena, d), from = *genome;
    memcpy(g->integers, from.integers, (d->scalar_count + 1) * sizeof *g->integers);
    memcpy(g->reals, from.reals, (d->scalar_count + 1) * sizeof *g->reals);
    memcpy(g->contents, from.contents, (d->array_count + 1) * sizeof *g->contents);
    memcpy(g->block, from.block, sizeof g->block);
    memcpy(g->grid, from.grid, sizeof g->grid);
    g->schedule = from.schedule;
    return g;
}

/* ---- mutation ---- */

static void mutate_axis(const struct domain *d, struct rng *rng, uint32_t *extent, uint32_t *other, bool is_wild) {
    uint32_t swap = *extent;
    switch (rng_below(rng, 7)) {
    case 0: *extent += 32; break;
    case 1: *extent -= *extent > 32 ? 32 : 0; break;
    case 2: *extent = *extent * 2; break;
    case 3: *extent = (*extent + 1) / 2; break;
    case 4:
        *extent = *other;
        *other = swap;
        break;
    case 5: *extent = clamp((uint64_t)constant_of(d, rng, 64) & INT32_MAX, GRID_MAX); break;
    default: /* the step of the paper: -1, 0 or 1 */ *extent += is_wild || *extent > 1 ? (uint32_t)rng_below(rng, 3) - 1 : 1; break;
    }
}

static void mutate_sizes(const struct domain *d, struct genome *g, struct rng *rng, bool is_wild) {
    uint32_t a = (uint32_t)rng_below(rng, 3), b = (uint32_t)rng_below(rng, 3);
    bool is_grid = one_in(rng, 2);
    for (uint32_t turn = 0; turn < 3 && !(is_grid ? d->free_grid[a] : d->free_block[a]); turn++) {
        a = (a + 1) % 3;
    }
    if (is_grid) {
        mutate_axis(d, rng, &g->grid[a], &g->grid[b], is_wild);
    } else {
        mutate_axis(d, rng, &g->block[a], &g->block[b], is_wild);
    }
    if (g->block[a] == UINT32_MAX || g->block[a] == 0) {
        g->block[a] = 1;
    }
    if (g->grid[a] == UINT32_MAX || g->grid[a] == 0) {
        g->grid[a] = 1;
    }
    fit_sizes(d, g, a);
}

static int64_t moved(int64_t value, double step) {
    double result = (double)value + round(step);
    return result > 2147483647.0 ? INT32_MAX : result < -2147483648.0 ? INT32_MIN : (int64_t)result;
}

static void mutate_scalar(const struct domain *d, struct genome *g, struct rng *rng, uint32_t i, enum mutation mutation, bool is_wild) {
    static const int64_t odd[] = {0, -1, INT32_MAX, INT32_MIN, 65536, 1};
    double step = mutation_step(rng, mutation);
    g->integers[i] = moved(g->integers[i], step);
    g->reals[i] += step;
    switch (rng_below(rng, is_wild ? 10 : 12)) {
    case 0:
    case 6:
    case 7:
        g->integers[i] = constant_of(d, rng, g->integers[i]);
        g->reals[i] = some_real(d, rng);
        break;
    case 1: g->integers[i] = launch_number(g, rng) + (int64_t)rng_below(rng, 3) - 1; break;
    case 2: g->integers[i] = g->integers[rng_below(rng, d->scalar_count)] + (int64_t)rng_below(rng, 3) - 1; break;
    case 3: g->integers[i] = g->integers[i] * 2; break;
    case 4:
    case 5: g->integers[i] = is_wild ? odd[rng_below(rng, sizeof odd / sizeof *odd)] : g->integers[i]; break;
    default: break;
    }
}

static void mutate_contents(const struct domain *d, struct genome *g, struct rng *rng, uint32_t i, enum mutation mutation) {
    struct contents *c = &g->contents[i];
    uint32_t cells = sizeof c->cells / sizeof *c->cells;
    switch (rng_below(rng, 4)) {
    case 0: c->value = moved(c->value, mutation_step(rng, mutation)); break;
    case 1: c->seed = rng_next(rng) >> 16; break;
    case 2:
        c->cell_count = c->cell_count < cells ? c->cell_count + 1 : cells;
        c->cells[c->cell_count - 1].index = (uint32_t)rng_below(rng, one_in(rng, 2) ? 4 : genome_threads(g));
        c->cells[c->cell_count - 1].value = one_in(rng, 2) ? constant_of(d, rng, 1) : launch_number(g, rng);
        break;
    default: *c = some_contents(d, g, rng, &d->arrays[i]); break;
    }
}

/* Small launches show most of what large ones do, at a fraction of the steps. */
void genome_make_small(const struct domain *d, struct genome *g) {
    for (uint32_t turn = 0; turn < 64 && genome_all_threads(g) > SMALL_LAUNCH; turn++) {
        uint32_t a = turn % 3;
        g->grid[a] = d->free_grid[a] ? (g->grid[a] + 1) / 2 : g->grid[a];
        if (d->free_block[a] && genome_threads(g) > WARP_THREADS) {
            g->block[a] = (g->block[a] + 1) / 2;
        }
    }
}

struct genome *genome_child(struct arena *arena, const struct domain *d, struct rng *rng, const struct genome *parent, enum mutation mutation,
                            bool is_wild) {
    struct genome *g = genome_copy(arena, d, parent);
    g->schedule++;
    if (one_in(rng, 2)) {
        genome_make_small(d, g);
    }
    if (one_in(rng, 2)) {
        mutate_sizes(d, g, rng, is_wild);
    }
    uint32_t only = one_in(rng, 2) ? (uint32_t)rng_below(rng, d->scalar_count + 1) : UINT32_MAX;
    for (uint32_t i = 0; i < d->scalar_count; i++) {
        bool is_chosen = only == UINT32_MAX ? one_in(rng, 2) : i == only;
        if (d->scalars[i].matters && domain_is_scalar(&d->scalars[i]) && is_chosen) {
            mutate_scalar(d, g, rng, i, mutation, is_wild);
        }
    }
    for (uint32_t i = 0; i < d->array_count; i++) {
        if (d->arrays[i].matters && one_in(rng, 3)) {
            mutate_contents(d, g, rng, i, mutation);
        } else if (!d->arrays[i].matters && !d->arrays[i].has_initialiser && (g->schedule + i) % 8 == 0) {
            g->contents[i].kind = g->contents[i].kind == CONTENTS_ZERO ? CONTENTS_RANGE : CONTENTS_ZERO;
        }
    }
    keep_fixed(d, g);
    if (!is_wild) {
        genome_naturalise(d, g);
    }
    return g;
}
