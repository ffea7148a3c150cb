/* From genomes to launches that the simulator runs. Memory behind pointers is unbounded, apart for each parameter and each pointer in memory. */
#include <string.h>

#include "search/genome.h"
#include "simulate/layout.h"
#include "simulate/value.h"

#define ALL_BLOCKS_THREADS 4096u
#define GRID_BARRIER_THREADS 16384u
enum { BLOCKS_MAX = 6 };

static struct witness_argument argument_of(const struct domain *d, const struct genome *g, uint32_t i) {
    const struct witness_slot *slot = d->scalars[i].slot;
    struct witness_argument a = {.name = slot->name, .type = slot->type, .array = d->scalar_array[i]};
    if (slot->type.kind == TYPE_POINTER) {
        a.offset_bytes = 0;
    } else if (slot->type.kind == TYPE_INT) {
        a.bits = (uint64_t)g->integers[i] & value_mask(slot->type.width_bits);
    } else if (slot->type.kind != TYPE_VOID) {
        a.bits = value_from_double(slot->type, g->reals[i]);
    }
    return a;
}

/* An integer as an element of the type. */
static uint64_t element_bits(int64_t value, struct type type) {
    return type.kind == TYPE_INT ? (uint64_t)value & value_mask(type.width_bits) : value_from_double(type, (double)value);
}

static void fill_array(struct witness_array *w, const struct contents *c) {
    w->seed = witness_mix_seed(c->seed, w->name);
    switch (c->kind) {
    case CONTENTS_ZERO: w->fill = FILL_ZERO; break;
    case CONTENTS_INITIAL: w->fill = FILL_INITIAL; break;
    case CONTENTS_CONSTANT:
        w->fill = FILL_CONSTANT;
        w->value = element_bits(c->value, w->type);
        break;
    case CONTENTS_IOTA: w->fill = FILL_IOTA; break;
    case CONTENTS_REAL:
    case CONTENTS_ANY: w->fill = FILL_RANDOM; break;
    case CONTENTS_RANGE:
        w->fill = FILL_RANDOM;
        w->low = 0;
        w->high = c->value < 1 ? 1 : c->value > 127 && w->type.width_bits == 8 ? 127 : (double)c->value;
        w->has_range = witness_is_range(w->type, w->low, w->high);
        break;
    }
}

static struct witness_array array_of(struct arena *arena, const struct domain *d, const struct genome *g, uint32_t i) {
    const struct domain_array *array = &d->arrays[i];
    const struct contents *c = &g->contents[i];
    struct witness_array w = {
        .name = array->name, .type = array->type, .unbounded = !array->is_variable, .is_many = array->is_many, .size_bytes = array->size_bytes};
    uint32_t bytes = array->type.width_bits / 8u;
    fill_array(&w, c);
    if (array->is_layout) {
        layout_fill(&w);
    }
    w.cells = arena_alloc(arena, (c->cell_count + 1) * sizeof *w.cells);
    for (uint32_t n = 0; n < c->cell_count && !array->is_layout; n++) {
        struct witness_cell cell = {
            .offset_bytes = (int64_t)c->cells[n].index * bytes, .size_bytes = bytes, .value = element_bits(c->cells[n].value, array->type)};
        bool is_apart = !array->is_variable || (uint64_t)cell.offset_bytes + bytes <= array->size_bytes;
        for (uint32_t m = 0; m < w.cell_count; m++) {
            is_apart = is_apart && w.cells[m].offset_bytes != cell.offset_bytes;
        }
        if (is_apart) {
            w.cells[w.cell_count++] = cell;
        }
    }
    return w;
}

static void add_block(uint32_t (*blocks)[3], uint32_t *count, uint32_t x, uint32_t y, uint32_t z) {
    const uint32_t block[3] = {x, y, z};
    for (uint32_t i = 0; i < *count; i++) {
        if (memcmp(blocks[i], block, sizeof block) == 0) {
            return;
        }
    }
    memcpy(blocks[(*count)++], block, sizeof block);
}

/* All blocks of a small grid, else the first, its neighbours along each axis, and the last ones. */
static bool choose_blocks(struct arena *arena, const struct domain *d, const struct genome *g, struct witness *w) {
    uint64_t all = genome_all_threads(g);
    if (all <= ALL_BLOCKS_THREADS || d->has_grid_barrier) {
        return all <= (d->has_grid_barrier ? GRID_BARRIER_THREADS : ALL_BLOCKS_THREADS);
    }
    uint32_t(*blocks)[3] = arena_alloc(arena, BLOCKS_MAX * sizeof *blocks), count = 0;
    const uint32_t *grid = g->grid;
    add_block(blocks, &count, 0, 0, 0);
    add_block(blocks, &count, grid[0] > 1, 0, 0);
    add_block(blocks, &count, 0, grid[1] > 1, 0);
    add_block(blocks, &count, 0, 0, grid[2] > 1);
    add_block(blocks, &count, grid[0] - 1, grid[1] - 1, grid[2] - 1);
    w->blocks = (const uint32_t(*)[3])blocks;
    w->block_count = count;
    return true;
}

struct witness *genome_launch(struct arena *arena, const struct domain *d, const struct genome *g) {
    struct witness *w = arena_alloc(arena, sizeof *w);
    *w = *d->request->base;
    w->kernel = d->request->kernel->name;
    w->seed = g->schedule + 1;
    memcpy(w->block, g->block, sizeof w->block);
    memcpy(w->grid, g->grid, sizeof w->grid);
    w->arguments = arena_alloc(arena, (d->scalar_count + 1) * sizeof *w->arguments);
    w->argument_count = d->scalar_count;
    for (uint32_t i = 0; i < d->scalar_count; i++) {
        w->arguments[i] = argument_of(d, g, i);
    }
    w->arrays = arena_alloc(arena, (d->array_count + 1) * sizeof *w->arrays);
    w->array_count = d->array_count;
    for (uint32_t i = 0; i < d->array_count; i++) {
        w->arrays[i] = array_of(arena, d, g, i);
    }
    links_put(arena, d->links, w);
    return choose_blocks(arena, d, g, w) ? w : NULL;
}
