/* Sizes for which what threadIdx is mapped to stays inside an array of known extent: an index that takes threadIdx apart and
   puts the parts together in another order, (x & 7) << 4 | x >> 3, is for as many threads as it has places for. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/prover.h"

enum {
    THREADS_LEAST = 32, /* an array with places for less than a warp is too small (contract_spread.cu) */
    THREADS_MOST = 1024,
    PLACES_MAX = INDEX_DIGITS
};

/* The digits of an offset that threadIdx of one axis decides, with constant coefficients. */
struct places {
    const struct prover *prover;
    uint32_t axis;
    term_ref index[PLACES_MAX];
    int64_t step[PLACES_MAX];
    uint32_t count;
    uint64_t thread; /* threadIdx along the axis, in an evaluation */
    bool is_other;   /* a term depends on another symbol */
};

static void note_symbol(void *context, symbol_ref symbol) {
    struct places *places = context;
    const struct symbol *s = symbol_get(places->prover->terms, symbol);
    places->is_other |= s->role != SYMBOL_TID || s->axis != places->axis;
}

static bool is_of_thread(struct places *places, term_ref index) {
    const struct term_table *t = places->prover->terms;
    places->is_other = (term_deps(t, index) & DEP_MEMORY) != 0 || term_op_of(term_get(t, index)) == TERM_APPLY;
    term_visit_symbols(t, index, note_symbol, places);
    return !places->is_other;
}

static uint64_t thread_of(void *context, symbol_ref symbol) {
    (void)symbol;
    return ((const struct places *)context)->thread;
}

static uint64_t no_application(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

/* The threads before the first one whose place ends beyond `room`. */
static uint32_t threads_within(struct places *places, int64_t room, int64_t size) {
    struct term_model model = {places, thread_of, no_application};
    struct evaluation *e = evaluation_create(places->prover->terms, &model);
    bool is_inside = true;
    for (places->thread = 0; places->thread < THREADS_MOST && is_inside; places->thread += is_inside) {
        int64_t place = size;
        for (uint32_t i = 0; i < places->count; i++)
            place += places->step[i] * (int64_t)evaluation_value(e, places->index[i]);
        is_inside = place <= room;
        evaluation_restart(e);
    }
    evaluation_destroy(e);
    return (uint32_t)places->thread;
}

/* What the other digits leave: up to the smallest step among them, or the end of the array. */
static bool room_beside(struct places *places, const struct index_sum *sum, int64_t *room) {
    bool is_mapped = false;
    uint32_t axis;
    places->count = 0;
    for (uint32_t i = 0; i < sum->count; i++) {
        int64_t step;
        if (!quantity_is_constant(&sum->digits[i].coefficient, &step) || step <= 0)
            return false;
        if (is_of_thread(places, sum->digits[i].index)) {
            is_mapped |= !index_is(places->prover, sum->digits[i].index, SYMBOL_TID, &axis);
            places->index[places->count] = sum->digits[i].index;
            places->step[places->count++] = step;
        } else if (step < *room) {
            *room = step;
        }
    }
    return is_mapped;
}

void survey_spread(struct survey *survey, const struct index_sum *sum, int64_t bytes, int64_t size) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        struct places places = {.prover = survey->prover, .axis = axis};
        int64_t room = bytes;
        if (!room_beside(&places, sum, &room))
            continue;
        uint32_t threads = threads_within(&places, room, size);
        if (threads >= THREADS_LEAST && threads < THREADS_MOST)
            survey_add_limit(survey, CANDIDATE_EXTENT, axis, (uint64_t)index_size_below(threads));
    }
}
