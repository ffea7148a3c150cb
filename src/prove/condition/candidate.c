/* The conditions that one violation suggests: what proofs that it is impossible lack as premises, lemma by lemma. */
#include "prove/condition/candidate.h"

#include "protocol/expression.h"
#include "prove/condition/index.h"
#include "prove/condition/precondition.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/order/order.h"
#include "prove/order/warp.h"
#include "prove/value/inside.h"
#include "prove/witness/witness.h"

/* ---- parameters ---- */

static bool is_positive(const struct survey *survey, symbol_ref symbol) {
    bool is = false;
    for (uint32_t i = 0; i < survey->stride_count; i++)
        is |= survey->strides[i].id == symbol.id;
    for (uint32_t i = 0; i < survey->divisors.count; i++)
        is |= survey->divisors.list[i].id == symbol.id;
    for (uint32_t i = 0; i < survey->rounds_count; i++)
        is |= survey->rounds[i].id == symbol.id;
    return is;
}

static void survey_params(struct survey *survey) {
    struct prover *prover = survey->prover;
    for (uint32_t i = 0; i < survey->param_count; i++) {
        struct quantity p = quantity_atom(term_symbol(prover->terms, survey->params[i]));
        bool must_be_positive = is_positive(survey, survey->params[i]);
        struct quantity least = quantity_constant(must_be_positive);
        if (!must_be_positive && expression_is_unsigned(prover->protocol, symbol_get(prover->terms, survey->params[i])->name))
            continue; /* no number of its type is below 0 */
        survey_add_at_least(survey, CANDIDATE_SIGN, &p, &least);
    }
    for (uint32_t i = 0; i < survey->stride_count; i++)
        for (uint32_t j = i + 1; j < survey->stride_count; j++) {
            term_ref p = term_symbol(prover->terms, survey->strides[i]), q = term_symbol(prover->terms, survey->strides[j]);
            if (term_width(prover->terms, p) != term_width(prover->terms, q))
                continue;
            const char *text = arena_printf(prover->arena, "%s == %s", symbol_get(prover->terms, survey->strides[i])->name,
                                            symbol_get(prover->terms, survey->strides[j])->name);
            survey_add(survey,
                       (struct candidate){
                           .class = CANDIDATE_SAME, .symbol = survey->strides[i], .other = q, .condition = {text, term_eq(prover->terms, p, q)}});
        }
}

/* No block satisfies both a multiple of C and a limit below C. */
static void drop_contradictions(struct candidates *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        bool contradicts = false;
        for (uint32_t j = 0; j < c->count && c->list[i].class == CANDIDATE_MULTIPLE; j++)
            contradicts |= c->list[j].limit != 0 && c->list[j].axis == c->list[i].axis && c->list[j].limit < c->list[i].multiple;
        if (!contradicts)
            c->list[kept++] = c->list[i];
    }
    c->count = kept;
}

static void note_subjects(struct survey *survey, const struct witness_request *request) {
    const struct prover *prover = survey->prover;
    if (request->access) {
        survey->subjects[survey->subject_count++] = (struct subject){request->access->guard, request->access->offset, request->access->size};
        survey->array = request->array;
    }
    for (int i = 0; i < 2 && request->items[i] != PROTOCOL_NONE; i++) {
        const struct proto_item *item = &prover->protocol->items[request->items[i]];
        const struct scoped_item *scoped = &prover->frame->items[request->items[i]];
        survey->subjects[survey->subject_count++] =
            (struct subject){scoped->guard, item->kind == ITEM_ACCESS ? scoped->offset : TERM_NONE, scoped->size};
        survey->array = item->array;
    }
}

/* All threads come with a mask of the first lanes of a warp: meant for blocks of as many. */
static void survey_mask(struct survey *survey, uint32_t item) {
    struct prover *prover = survey->prover;
    const struct scoped_item *s = &prover->frame->items[item];
    uint32_t loop = prover->protocol->items[item].loop;
    uint64_t mask, lanes = 0;
    if (!meeting_is(prover->protocol, item) || term_is_none(s->mask) || !term_is_const(prover->terms, s->mask, &mask) ||
        !term_same(s->guard, prover_same_round(prover, WITHIN_BLOCK, s->guard, loop)))
        return;
    while (lanes < 32 && (mask >> lanes & 1))
        lanes++;
    if (lanes > 1 && lanes < 32 && mask >> lanes == 0)
        survey_add_limit(survey, CANDIDATE_TILE, 0, lanes);
}

/* Lines of tiles in steps of a parameter: it is no smaller than a line. */
static void survey_lines(struct survey *survey, const struct witness_request *request) {
    const struct proto_item *items = survey->prover->protocol->items;
    uint32_t first = items[request->items[0]].owner, second = items[request->items[1]].owner;
    int64_t lines = (int64_t)(first % TILE_LINES_MAX) - (int64_t)(second % TILE_LINES_MAX), bytes;
    struct index_sum sums[2], size;
    struct quantity apart, step, line = quantity_constant(lines);
    if (first == 0 || second == 0 || lines == 0 || !index_sum_of(survey->prover->terms, survey->subjects[0].offset, &sums[0]) ||
        !index_sum_of(survey->prover->terms, survey->subjects[1].offset, &sums[1]) ||
        !index_sum_of(survey->prover->terms, survey->subjects[0].size, &size) || size.count != 0 || !quantity_is_constant(&size.rest, &bytes) ||
        !quantity_add(&sums[0].rest, -1, &sums[1].rest, &apart) || !quantity_divide(&apart, &line, &step) || step.count == 0 ||
        quantity_is_constant(&step, &(int64_t){0}))
        return;
    struct quantity by = quantity_constant(quantity_content(&step));
    if (!quantity_divide(&step, &by, &step))
        return;
    const struct quantity least = quantity_constant((bytes + by.parts[0].factor - 1) / by.parts[0].factor);
    survey_add_at_least(survey, CANDIDATE_ROW, &step, &least);
}

/* Two warps access one tile: meant for blocks of one warp. */
static void survey_tiles(struct survey *survey, const struct witness_request *request) {
    const struct protocol *p = survey->prover->protocol;
    bool are_tiles = request->pairing == WITHIN_BLOCK;
    for (int i = 0; i < 2 && are_tiles; i++) {
        are_tiles = request->items[i] != PROTOCOL_NONE && p->items[request->items[i]].kind == ITEM_ACCESS &&
                    (p->items[request->items[i]].owner != 0 || p->items[request->items[i]].collective != 0);
    }
    if (!are_tiles)
        return;
    survey_add_limit(survey, CANDIDATE_TILE, 0, 32);
    survey_lines(survey, request);
}

/* What the kernel's other violations ask for. */
static void survey_known(struct survey *survey) {
    const struct prover *prover = survey->prover;
    for (uint32_t i = 0; i < prover->conditions->found.size; i++) {
        const struct precondition known = prover->conditions->found.data[i];
        for (uint32_t axis = 0; axis < 3; axis++)
            if (known.limit[axis] > 0)
                survey_add_limit(survey, known.limit[axis] > 1 ? CANDIDATE_TILE : CANDIDATE_AXIS, axis, known.limit[axis]);
        for (uint32_t j = 0; j < known.count; j++)
            if (known.candidates[j].class > CANDIDATE_POWER)
                survey_add(survey, known.candidates[j]);
    }
}

enum { ROOMS_MAX = 64 };

static void survey_room(struct survey *survey, const struct scoped_item *access, term_ref extent, uint32_t array) {
    struct survey *room = mem_alloc(sizeof *room); /* large, and many in a kernel: not the arena's */
    *room = (struct survey){.prover = survey->prover,
                            .out = survey->out,
                            .array = array,
                            .subject_count = 1,
                            .subjects = {{access->guard, access->offset, access->size}}};
    survey_guard(room, access->guard);
    survey_terms(room, access->guard);
    survey_terms(room, access->offset);
    survey_limits(room, access->guard);
    survey_extent(room, access, extent);
    vec_release(&room->limited);
    mem_free(room, sizeof *room);
}

/* A launch in which some access leaves its array, or a dimension of it, is none that the kernel is meant for. */
static void survey_rooms(struct survey *survey) {
    struct prover *prover = survey->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t at = 0, rooms = 0; at < p->item_count && rooms < ROOMS_MAX; at++) {
        term_ref extent = p->items[at].kind == ITEM_ACCESS ? prover_extent(prover, p->items[at].array) : TERM_NONE;
        if (p->items[at].kind != ITEM_ACCESS || term_is_false(prover->terms, prover->frame->items[at].guard))
            continue;
        if (!term_is_none(extent) && term_is_const(prover->terms, extent, NULL) && !inside_holds(prover, at)) {
            const struct scoped_item access = inside_access(prover, at);
            survey_room(survey, &access, extent, p->items[at].array);
            rooms++;
        }
        for (uint32_t c = inside_first(prover, at); c != PROTOCOL_NONE; c = inside_next(prover, c)) {
            const struct scoped_item element = inside_element(prover, c);
            if (inside_stays(prover, c))
                continue;
            survey_room(survey, &element, term_const(prover->terms, 64, p->asserts[c].extent), p->items[at].array);
            rooms++;
        }
    }
}

static void survey_access(struct survey *survey, const struct scoped_item *access, term_ref extent) {
    const struct prover *prover = survey->prover;
    survey_limits(survey, access->guard);
    for (uint32_t i = 0; i < prover->frame->launch_facts.size; i++)
        survey_limits(survey, prover->frame->launch_facts.data[i]);
    survey_extent(survey, access, extent);
}

void candidates_of(struct prover *prover, const struct witness_request *request, struct candidates *out) {
    struct survey *survey = mem_alloc(sizeof *survey);
    *survey = (struct survey){.prover = prover, .out = out, .array = PROTOCOL_NONE};
    out->count = 0;
    note_subjects(survey, request);
    if (!term_is_none(request->claim)) {
        survey_stated(survey, request->claim);
        survey_elements(survey, request->claim);
        survey_guard(survey, request->shape);
    }
    if (survey->subject_count == 0) {
        vec_release(&survey->limited);
        mem_free(survey, sizeof *survey);
        return;
    }
    for (survey->subject = 0; survey->subject < survey->subject_count; survey->subject++)
        survey_guard(survey, survey->subjects[survey->subject].guard);
    if (request->items[0] != PROTOCOL_NONE)
        survey_mask(survey, request->items[0]);
    survey_tiles(survey, request);
    survey_axes(survey);
    for (uint32_t i = 0; i < survey->subject_count; i++)
        if (!term_is_none(survey->subjects[i].offset))
            index_divisors(prover->terms, survey->subjects[i].offset, &survey->divisors);
    survey_abduce(survey, request);
    for (uint32_t i = 0; i < survey->subject_count; i++) {
        survey_terms(survey, survey->subjects[i].guard);
        survey_terms(survey, survey->subjects[i].offset);
    }
    survey_masks(survey);
    bool is_sized = request->access && !term_is_const(prover->terms, request->extent, NULL);
    if (request->access)
        survey_access(survey, request->access, request->extent);
    if (request->pairing == WITHIN_BLOCK && request->items[0] != PROTOCOL_NONE && request->items[1] != PROTOCOL_NONE)
        survey_rounds(survey, request->query);
    survey_params(survey);
    survey_components(survey);
    if (!is_sized) /* an array of n elements has a last piece */
        survey_multiples(survey);
    survey_contents(survey, request);
    survey_known(survey);
    if (!request->access && term_is_none(request->claim))
        survey_rooms(survey);
    drop_contradictions(out);
    vec_release(&survey->limited);
    mem_free(survey, sizeof *survey);
}
