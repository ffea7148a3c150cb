/* What the arrays of a replay hold where no model says it (replay_launch.h). */
#include <string.h>

#include "check/replay_launch.h"
#include "protocol/protocol.h"

static struct type type_of_bytes(uint32_t elem_bytes, enum type_kind kind) {
    bool fits = elem_bytes == 1 || elem_bytes == 2 || elem_bytes == 8;
    return (struct type){.kind = (uint8_t)kind, .width_bits = (uint8_t)((fits ? elem_bytes : 4) * 8), .lanes = 1};
}

static void fill_within(struct witness_array *w, double low, double high) {
    w->has_range = true;
    w->low = low;
    w->high = high;
}

static void fill_reals(struct witness_array *w) {
    w->type.kind = TYPE_FLOAT;
    fill_within(w, 1.0 / 512, 8);
}

/* Numbers are those of the array's own kind: bits of an integer may be no number of a floating-point array, and nobody means to be given a NaN.
   `array`: of the protocol, or NULL. */
static void choose_contents(const struct replay_target *target, const struct replay_launch *launch, const struct proto_array *array,
                            struct witness_array *w) {
    const bool holds_reals = array && target->holds_reals[array - target->request->protocol->arrays];
    w->fill = FILL_RANDOM;
    w->seed = witness_mix_seed(launch->seed, w->name);
    if (holds_reals)
        w->type.kind = TYPE_FLOAT;
    switch (launch->contents) {
    case CONTENTS_ZERO:
    case CONTENTS_COUNT: w->fill = FILL_ZERO; break;
    case CONTENTS_RISING:
    case CONTENTS_SMALL: holds_reals ? fill_reals(w) : fill_within(w, 1, 61); break;
    case CONTENTS_FLOAT:
        if (w->type.width_bits >= 32)
            fill_reals(w);
        break;
    case CONTENTS_RARE: fill_within(w, -62, 1); break;
    case CONTENTS_ANY:
        if (holds_reals)
            fill_within(w, -60000, 60000);
        break;
    }
}

/* `array`: of the protocol, or NULL. */
struct witness_array replay_contents_of(const struct replay_target *target, const struct replay_launch *launch, const struct proto_array *array,
                                        uint32_t elem_bytes, const char *name) {
    struct witness_array w = {.name = name, .type = type_of_bytes(elem_bytes, TYPE_INT)};
    w.cells = arena_alloc(target->arena, (launch->cells.size + 1) * sizeof *w.cells);
    choose_contents(target, launch, array, &w);
    bool is_layout = layout_is(&target->layouts, array ? array->name : name);
    if (is_layout && !launch->small_layouts)
        layout_fill(&w);
    bool is_free = launch->plain_contents || (launch->apart_layouts && is_layout);
    for (uint32_t i = 0; i < launch->cells.size && array && !is_free; i++) {
        const struct prove_cell *cell = &launch->cells.data[i];
        if (strcmp(cell->array, array->name) != 0)
            continue;
        w.cells[w.cell_count++] =
            (struct witness_cell){.offset_bytes = (int64_t)cell->offset_bytes, .size_bytes = (cell->width_bits + 7u) / 8u, .value = cell->value};
        if (launch->spread_guesses && cell->is_guess && cell->width_bits == w.type.width_bits && w.type.kind == TYPE_INT) {
            w.fill = FILL_CONSTANT;
            w.value = cell->value;
        }
    }
    return w;
}

bool *replay_contents_reals(struct arena *arena, const struct protocol *p, const struct kernel *k) {
    bool *holds = arena_alloc(arena, (p->array_count + 1) * sizeof *holds);
    for (uint32_t j = 1; j < k->inst_count; j++) {
        const struct inst *load = &k->insts[j];
        for (uint32_t i = 0; i < p->item_count && load->op == INST_LOAD && load->type.kind == TYPE_FLOAT && load->type.width_bits >= 16; i++) {
            const struct proto_item *item = &p->items[i];
            if (item->kind == ITEM_ACCESS && item->mode == ACCESS_READ && item->location.id == load->loc.id)
                holds[item->array] |= load->type.width_bits == 8 * p->arrays[item->array].elem_bytes;
        }
    }
    return holds;
}

/* ---- offsets that rise ---- */

enum { SAMPLES = 3, READS_MOST = 256, STEP_MOST = 64 };

/* Small numbers, others in each sample. */
static uint64_t sample(uint32_t which, uint64_t what) {
    return 2 + (what * 7 + which * 13) % 59;
}

static uint64_t sample_symbol(void *context, symbol_ref symbol) {
    return sample(*(const uint32_t *)context, symbol.id);
}

static uint64_t sample_application(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    uint64_t what = function;
    (void)width_bits;
    for (uint32_t i = 0; i < count; i++)
        what = what * 31 + arguments[i];
    return sample(*(const uint32_t *)context, what);
}

/* One thread reads an element and the next one, a[i] and a[i + 1], as ends of rows are read: in every sample the two lie so. */
static bool is_next(const struct protocol *p, const struct proto_item *one, const struct proto_item *other, struct evaluation *const at[SAMPLES]) {
    bool is = true;
    for (uint32_t s = 0; s < SAMPLES && is; s++)
        is = evaluation_value(at[s], other->offset) - evaluation_value(at[s], one->offset) == p->arrays[one->array].elem_bytes;
    return is;
}

bool *replay_contents_rising(struct arena *arena, const struct protocol *p) {
    bool *rises = arena_alloc(arena, (p->array_count + 1) * sizeof *rises);
    struct evaluation *at[SAMPLES];
    uint32_t which[SAMPLES], reads[READS_MOST], count = 0;
    for (uint32_t i = 0; i < p->item_count && count < READS_MOST; i++) {
        const struct proto_item *item = &p->items[i];
        const struct proto_array *array = item->kind == ITEM_ACCESS ? &p->arrays[item->array] : NULL;
        if (array && item->mode == ACCESS_READ && !array->written && array->elem_bytes >= 4 && array->kind != ARRAY_UNKNOWN)
            reads[count++] = i;
    }
    for (uint32_t s = 0; s < SAMPLES; s++) {
        which[s] = s;
        const struct term_model model = {&which[s], sample_symbol, sample_application};
        at[s] = evaluation_create(p->terms, &model);
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count && !rises[p->items[reads[i]].array]; j++)
            if (p->items[reads[i]].array == p->items[reads[j]].array)
                rises[p->items[reads[i]].array] = is_next(p, &p->items[reads[i]], &p->items[reads[j]], at);
    for (uint32_t s = 0; s < SAMPLES; s++)
        evaluation_destroy(at[s]);
    return rises;
}

static bool is_rising(const struct replay_target *target, uint32_t array) {
    return array < target->request->protocol->array_count && target->rises[array] && !target->holds_reals[array];
}

void replay_contents_fit(const struct replay_target *target, const struct replay_launch *launch, struct witness *w) {
    uint64_t room = UINT64_MAX, longest = 1;
    for (uint32_t i = 0; i < w->array_count && launch->contents == CONTENTS_RISING; i++) {
        const struct witness_array *a = &w->arrays[i];
        uint64_t elements = a->name && !a->unbounded && a->type.width_bits >= 8 ? a->size_bytes / (a->type.width_bits / 8u) : 0;
        if (is_rising(target, i))
            longest = elements > longest ? elements : longest;
        else if (elements > 0)
            room = elements < room ? elements : room;
    }
    for (uint32_t i = 0; i < w->array_count && launch->contents == CONTENTS_RISING; i++)
        if (w->arrays[i].name && is_rising(target, i) && w->arrays[i].fill != FILL_INITIAL) {
            uint64_t step = room / longest < STEP_MOST ? room / longest : STEP_MOST;
            w->arrays[i].fill = FILL_IOTA;
            w->arrays[i].value = 0;
            w->arrays[i].step = step > 0 ? step : 1;
        }
}
