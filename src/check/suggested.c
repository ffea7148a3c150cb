#include "check/suggested.h"

#include <string.h>

#include "check/param_value.h"
#include "check/required.h"

const char *suggested_broken(struct arena *arena, const struct protocol *protocol, const struct open_question *question, const uint32_t block[3],
                             const uint32_t grid[3], const struct prove_named *numbers, uint32_t number_count) {
    const struct prove_witness *about = question->witness;
    const char *broken = NULL;
    for (uint32_t i = 0; i < about->suggested_count; i++) {
        const struct prove_condition *c = &about->suggested[i];
        if (!required_hold(protocol, c, 1, block, grid, numbers, number_count))
            broken = broken ? arena_printf(arena, "%s && %s", broken, c->text) : c->text;
    }
    return broken;
}

/* ---- a launch that keeps them ---- */

#define NUMBER_FIRST 8u
#define NUMBER_MOST 65536u
enum { NUMBERS_MAX = 64, REPAIRS_MAX = 64, EXTENT_MOST = 1024 };
static const uint32_t BLOCK_FIRST[3] = {8, 2, 2}, GRID_FIRST[3] = {2, 2, 2};

struct draft {
    const struct protocol *protocol;
    uint32_t block[3], grid[3];
    struct prove_named numbers[NUMBERS_MAX];
    bool is_fixed[NUMBERS_MAX], is_fixed_block[3], is_fixed_grid[3];
    uint32_t count;
    bool is_full;
};

static bool holds(const struct draft *d, const struct prove_condition *c) {
    return required_hold(d->protocol, c, 1, d->block, d->grid, d->numbers, d->count);
}

static void note_number(void *context, symbol_ref symbol) {
    struct draft *d = context;
    const struct symbol *s = symbol_get(d->protocol->terms, symbol);
    bool is_known = s->role != SYMBOL_PARAM;
    for (uint32_t i = 0; i < d->count; i++)
        is_known |= strcmp(d->numbers[i].name, s->name) == 0;
    d->is_full |= !is_known && d->count == NUMBERS_MAX;
    if (!is_known && d->count < NUMBERS_MAX)
        d->numbers[d->count++] = (struct prove_named){s->name, NUMBER_FIRST, s->width_bits};
}

static void take_options(struct draft *d, const struct check_options *o) {
    for (uint32_t a = 0; a < 3; a++) {
        d->is_fixed_block[a] = o->block[a] != 0;
        d->is_fixed_grid[a] = o->grid[a] != 0;
        d->block[a] = o->block[a] ? o->block[a] : BLOCK_FIRST[a];
        d->grid[a] = o->grid[a] ? o->grid[a] : GRID_FIRST[a];
    }
    for (uint32_t i = 0; i < o->param_count; i++)
        for (uint32_t n = 0; n < d->count; n++)
            if (strcmp(o->params[i].name, d->numbers[n].name) == 0) {
                d->is_fixed[n] = true;
                d->numbers[n].value = param_value_in(d->protocol, &o->params[i]);
            }
}

struct occurrence {
    const struct draft *draft;
    bool numbers[NUMBERS_MAX], block[3], grid[3];
};

static void note_occurrence(void *context, symbol_ref symbol) {
    struct occurrence *o = context;
    const struct symbol *s = symbol_get(o->draft->protocol->terms, symbol);
    for (uint32_t i = 0; i < o->draft->count; i++)
        o->numbers[i] |= s->role == SYMBOL_PARAM && strcmp(o->draft->numbers[i].name, s->name) == 0;
    if (s->role == SYMBOL_BDIM)
        o->block[s->axis] = true;
    else if (s->role == SYMBOL_GDIM)
        o->grid[s->axis] = true;
}

/* The least power of two above the number that keeps the condition, or the greatest below it; 0: there is none. */
static uint64_t number_for(struct draft *d, const struct prove_condition *c, uint32_t at, bool is_raised) {
    const uint64_t before = d->numbers[at].value;
    uint64_t found = 0;
    for (uint64_t value = is_raised ? before * 2 : before / 2; value > 0 && value <= NUMBER_MOST && found == 0;
         value = is_raised ? value * 2 : value / 2) {
        d->numbers[at].value = value;
        found = holds(d, c) ? value : 0;
    }
    d->numbers[at].value = before;
    return found;
}

static bool set_number(struct draft *d, const struct prove_condition *c, const struct occurrence *in, bool is_raised) {
    uint32_t best = NUMBERS_MAX;
    uint64_t value = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        uint64_t found = in->numbers[i] && !d->is_fixed[i] ? number_for(d, c, i, is_raised) : 0;
        if (found != 0 && (best == NUMBERS_MAX || (is_raised ? found < value : found > value))) {
            best = i;
            value = found;
        }
    }
    if (best != NUMBERS_MAX)
        d->numbers[best].value = value;
    return best != NUMBERS_MAX;
}

/* Another extent of the axis, the greatest below its own or else the least above it. */
static bool set_extent(struct draft *d, const struct prove_condition *c, uint32_t *extent) {
    const uint32_t before = *extent;
    for (*extent = before / 2; *extent > 0; *extent /= 2)
        if (holds(d, c))
            return true;
    for (*extent = before * 2; *extent <= EXTENT_MOST; *extent *= 2)
        if (holds(d, c))
            return true;
    *extent = before;
    return false;
}

static bool set_dimension(struct draft *d, const struct prove_condition *c, const struct occurrence *in) {
    for (uint32_t a = 0; a < 3; a++)
        if ((in->block[a] && !d->is_fixed_block[a] && set_extent(d, c, &d->block[a])) ||
            (in->grid[a] && !d->is_fixed_grid[a] && set_extent(d, c, &d->grid[a])))
            return true;
    return false;
}

static bool repair(struct draft *d, const struct prove_condition *c) {
    struct occurrence in = {.draft = d};
    term_visit_symbols(d->protocol->terms, c->term, note_occurrence, &in);
    return set_number(d, c, &in, true) || set_dimension(d, c, &in) || set_number(d, c, &in, false);
}

static const struct prove_condition *first_broken(const struct draft *d, const struct open_questions *open) {
    for (uint32_t i = 0; i < open->count; i++) {
        const struct prove_witness *about = open->list[i].witness;
        for (uint32_t n = 0; n < about->suggested_count; n++)
            if (!holds(d, &about->suggested[n]))
                return &about->suggested[n];
    }
    return NULL;
}

static bool fits_block(const struct draft *d) {
    return (uint64_t)d->block[0] * d->block[1] * d->block[2] <= EXTENT_MOST;
}

bool suggested_seed(struct arena *arena, const struct protocol *protocol, const struct open_questions *open, const struct check_options *options,
                    struct search_seed *seed) {
    struct draft d = {.protocol = protocol};
    for (uint32_t i = 0; i < open->count; i++) {
        const struct prove_witness *about = open->list[i].witness;
        for (uint32_t n = 0; n < about->suggested_count; n++)
            term_visit_symbols(protocol->terms, about->suggested[n].term, note_number, &d);
    }
    take_options(&d, options);
    const struct prove_condition *broken = first_broken(&d, open);
    if (d.is_full || !broken)
        return false;
    for (uint32_t i = 0; i < REPAIRS_MAX && broken; i++) {
        if (!repair(&d, broken))
            return false;
        broken = first_broken(&d, open);
    }
    if (broken || !fits_block(&d))
        return false;
    struct search_fixed *numbers = arena_alloc(arena, (d.count + 1) * sizeof *numbers);
    for (uint32_t i = 0; i < d.count; i++)
        numbers[i] = (struct search_fixed){d.numbers[i].name, (int64_t)d.numbers[i].value, 0};
    *seed = (struct search_seed){.numbers = numbers, .number_count = d.count};
    memcpy(seed->block, d.block, sizeof seed->block);
    memcpy(seed->grid, d.grid, sizeof seed->grid);
    return true;
}
