/* Natural launches (docs/contracts.md): which conditions a genome breaks, and how it keeps them. */
#include <inttypes.h>

#include "base/divisor.h"
#include "search/genome.h"

static bool is_size(const struct domain *d, uint32_t scalar) {
    return d->scalars[scalar].is_size;
}

static bool is_free(const struct domain *d, uint32_t scalar) {
    return is_size(d, scalar) && !d->scalars[scalar].is_fixed;
}

static bool has_free_axis(const struct domain *d) {
    return d->free_block[0] || d->free_block[1] || d->free_block[2];
}

static int64_t row_of(const struct genome *g) {
    return (int64_t)g->block[0] * g->grid[0];
}

/* Conditions have numbers: the warp's, then those of each scalar. */
static struct nature condition(const struct domain *d, uint32_t number) {
    uint32_t of_each = d->scalar_count + 3, rest = number - 1;
    struct nature n = {NATURE_WARP, 0, 0};
    if (number == 0) {
        return n;
    }
    n.scalar = rest / of_each;
    rest %= of_each;
    n.kind = rest == 0 ? NATURE_LEAST : rest == 1 ? NATURE_MOST : rest == 2 ? NATURE_ROW : NATURE_STRIDE;
    n.other = rest > 2 ? rest - 3 : 0;
    return n;
}

/* What the kernel itself looks for is meant. */
static bool is_asked_for(const struct domain *d, int64_t value) {
    bool asked = false;
    for (uint32_t i = 0; i < d->constant_count; i++) {
        asked |= d->constants[i] == value;
    }
    return asked;
}

static bool is_broken(const struct domain *d, const struct genome *g, const struct nature *n) {
    int64_t value = n->kind == NATURE_WARP ? 0 : g->integers[n->scalar];
    bool is_stride = n->kind != NATURE_WARP && d->scalars[n->scalar].is_stride;
    switch (n->kind) {
    case NATURE_WARP: return has_free_axis(d) && d->max_threads >= WARP_THREADS && genome_threads(g) % WARP_THREADS != 0;
    case NATURE_LEAST: return is_free(d, n->scalar) && value < (is_stride ? 1 : 0) && (is_stride || !is_asked_for(d, value));
    case NATURE_MOST:
        return is_free(d, n->scalar) && value > (is_stride ? INT32_MAX / 2 : NATURAL_VALUE_MAX) && (is_stride || !is_asked_for(d, value));
    case NATURE_ROW: return is_free(d, n->scalar) && is_stride && value < row_of(g);
    case NATURE_STRIDE:
        return is_free(d, n->scalar) && is_stride && is_size(d, n->other) && !d->scalars[n->other].is_stride && value < g->integers[n->other];
    }
    return false;
}

bool genome_broken(const struct domain *d, const struct genome *g, uint32_t *at, struct nature *nature) {
    uint32_t count = 1 + d->scalar_count * (d->scalar_count + 3);
    while (*at < count) {
        *nature = condition(d, (*at)++);
        if (is_broken(d, g, nature)) {
            return true;
        }
    }
    return false;
}

/* ---- repairs ---- */

/* Rounds one free axis up, or down to the least; the other free axes are 1 if the block is too large for that. */
static void repair_warp(const struct domain *d, struct genome *g) {
    uint32_t axis = d->free_block[0] ? 0 : d->free_block[1] ? 1 : 2, most = axis == 2 ? BLOCK_Z_MAX : 1024;
    for (int attempt = 0; attempt < 2; attempt++) {
        uint64_t others = genome_threads(g) / g->block[axis];
        uint32_t step = WARP_THREADS / (uint32_t)common_divisor(WARP_THREADS, others % WARP_THREADS);
        uint32_t up = (g->block[axis] + step - 1) / step * step;
        if (up <= most && others * up <= d->max_threads) {
            g->block[axis] = up;
            return;
        }
        if (step <= most && others * step <= d->max_threads) {
            g->block[axis] = step;
            return;
        }
        for (uint32_t a = 0; a < 3; a++) {
            g->block[a] = d->free_block[a] && a != axis ? 1 : g->block[a];
        }
    }
}

void genome_repair(const struct domain *d, struct genome *g, const struct nature *n) {
    switch (n->kind) {
    case NATURE_WARP: repair_warp(d, g); break;
    case NATURE_LEAST:
        g->integers[n->scalar] = g->integers[n->scalar] > -NATURAL_VALUE_MAX && g->integers[n->scalar] < 0 ? -g->integers[n->scalar] : 1;
        break;
    case NATURE_MOST: g->integers[n->scalar] = d->scalars[n->scalar].is_stride ? row_of(g) : 1 + g->integers[n->scalar] % 1024; break;
    case NATURE_ROW: g->integers[n->scalar] = row_of(g); break;
    case NATURE_STRIDE: g->integers[n->scalar] = g->integers[n->other]; break;
    }
}

/* Sizes settle before strides: strides are raised to them. */
void genome_naturalise(const struct domain *d, struct genome *g) {
    for (int round = 0; round < 3; round++) {
        struct nature nature;
        for (uint32_t at = 0; genome_broken(d, g, &at, &nature);) {
            genome_repair(d, g, &nature);
        }
    }
}

const char *nature_text(struct arena *arena, const struct domain *d, const struct nature *n) {
    const char *name = n->kind == NATURE_WARP ? "" : d->scalars[n->scalar].slot->name;
    switch (n->kind) {
    case NATURE_WARP: return "the number of threads in a block is a multiple of 32";
    case NATURE_LEAST: return arena_printf(arena, "%s >= %d", name, d->scalars[n->scalar].is_stride);
    case NATURE_MOST: return arena_printf(arena, "%s <= %d", name, d->scalars[n->scalar].is_stride ? INT32_MAX / 2 : NATURAL_VALUE_MAX);
    case NATURE_ROW: return arena_printf(arena, "%s >= blockDim.x * gridDim.x", name);
    case NATURE_STRIDE: return arena_printf(arena, "%s >= %s", name, d->scalars[n->other].slot->name);
    }
    return NULL;
}
