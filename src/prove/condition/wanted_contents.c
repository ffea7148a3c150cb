/* Conditions on contents that an access through an index array suggests (docs/contracts.md, "Contents").

   Elements that differ are suggested for plain stores: `hist[k]++`, which stores what it makes of what is there, counts how often
   a value occurs, and so values are meant to be equal. They are suggested for other accesses through the array, too, where the kernel
   has such a store of what threads compute: it has no use for values that are equal. Elements in order are suggested where one thread reads two of them, where two
   stores go to places that one element gives, or where an element counts together with the index that it is read at. */
#include <inttypes.h>

#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/largest.h"
#include "prove/condition/survey.h"
#include "prove/condition/wanted.h"
#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

static void add_kind(struct survey *survey, enum candidate_class class, enum content_kind kind, const char *name, uint32_t array, bool is_likely) {
    struct stated asked = {.kind = kind, .array = array, .first = TERM_NONE, .end = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE};
    const char *place = wanted_place(survey, array, &asked.field);
    wanted_add(survey, class, &asked, arena_printf(survey->prover->arena, "%s(%s)", name, place), is_likely);
}

void survey_counts(struct survey *survey, uint32_t array) {
    if (wanted_may_be_stated(survey->prover, array))
        add_kind(survey, CANDIDATE_POSITIVE, CONTENT_POSITIVE, "positive", array, false);
}

/* ---- races ---- */

enum { CHOICES_MAX = 4 }; /* between elements and other numbers, one in another */

/* What a read gives, and what the value or guard of a store may have of it. */
struct dependence {
    const struct prover *prover;
    const struct proto_item *read;
    bool found;
};

/* Unknown values that are made after the read, and that no other access gives, may come of it: what loops carry, say. */
static void note_dependence(void *context, symbol_ref symbol) {
    struct dependence *d = context;
    const struct protocol *p = d->prover->protocol;
    const struct term_table *t = d->prover->terms;
    bool is_known = symbol_get(t, symbol)->role != SYMBOL_VALUE, is_later = false;
    for (uint32_t i = 0; i < d->read->give_count; i++)
        is_later |= !term_is_none(d->read->gives[i]) && symbol.id >= term_get(t, d->read->gives[i])->value;
    for (uint32_t i = 0; i < p->item_count && !is_known; i++)
        is_known = &p->items[i] != d->read && wanted_is_given(&p->items[i], symbol, t);
    d->found |= wanted_is_given(d->read, symbol, t) || (is_later && !is_known);
}

/* The kernel reads, or updates, the place that the item stores to, and what it stores, or whether it does, may depend on that. */
static bool is_update(const struct prover *prover, uint32_t item) {
    const struct protocol *p = prover->protocol;
    const struct proto_item *store = &p->items[item];
    bool found = false;
    for (uint32_t i = 0; i < p->item_count && !found; i++) {
        struct dependence d = {prover, &p->items[i], false};
        if (p->items[i].kind != ITEM_ACCESS || p->items[i].array != store->array || p->items[i].mode == ACCESS_WRITE ||
            !term_same(prover->frame->items[i].offset, prover->frame->items[item].offset))
            continue;
        if (!term_is_none(store->value))
            term_visit_symbols(prover->terms, store->value, note_dependence, &d);
        term_visit_symbols(prover->terms, store->guard, note_dependence, &d);
        found = d.found || term_is_none(store->value) || p->items[i].give_count == 0;
    }
    return found;
}

/* The number is an element of the array, or one of two numbers of which one is. */
static bool is_element(const struct prover *prover, uint32_t array, term_ref number, uint32_t depth) {
    const struct term_table *t = prover->terms;
    const enum term_op op = term_op_of(term_get(t, number));
    struct elements found;
    if (op == TERM_ZEXT || op == TERM_SEXT)
        return depth > 0 && is_element(prover, array, term_child(t, number, 0), depth - 1);
    if (op == TERM_ITE)
        return depth > 0 &&
               (is_element(prover, array, term_child(t, number, 1), depth - 1) || is_element(prover, array, term_child(t, number, 2), depth - 1));
    if (op != TERM_APPLY)
        return false;
    elements_of(prover, array, number, &found);
    return found.count > 0 && term_same(found.list[0].value, number);
}

/* The guard says that an element equals a number of the thread's, its row say: `if (a[i] == x) b[x] = v` is `b[a[i]] = v` for one x. */
static bool is_named_by(const struct prover *prover, uint32_t array, term_ref guard) {
    const struct term_table *t = prover->terms;
    const struct term *term = term_get(t, guard);
    if (term_op_of(term) == TERM_AND)
        return is_named_by(prover, array, term_child(t, guard, 0)) || is_named_by(prover, array, term_child(t, guard, 1));
    for (uint32_t side = 0; term_op_of(term) == TERM_EQ && side < 2; side++) {
        unsigned deps = term_deps(t, term_child(t, guard, 1 - side));
        if (is_element(prover, array, term_child(t, guard, side), CHOICES_MAX) && !(deps & DEP_MEMORY) && (deps & (DEP_THREAD | DEP_BLOCK)))
            return true;
    }
    return false;
}

static bool is_through(const struct prover *prover, uint32_t array, const struct subject *subject) {
    struct elements found;
    elements_of(prover, array, subject->offset, &found);
    return found.count > 0 || is_named_by(prover, array, subject->guard) || wanted_staged_in(prover, array, subject->offset, subject->offset) > 0;
}

/* The kernel stores what threads compute at places that elements of the array give: were two of them equal, one result would be lost. */
static bool loses_equals(const struct prover *prover, uint32_t array) {
    const struct protocol *p = prover->protocol;
    bool found = false;
    for (uint32_t i = 0; i < p->item_count && !found; i++) {
        const struct scoped_item *s = &prover->frame->items[i];
        const struct subject subject = {s->guard, s->offset, s->size};
        found = wanted_is_store(&p->items[i]) && !term_is_none(p->items[i].value) && !term_is_false(prover->terms, s->guard) &&
                (term_deps(prover->terms, p->items[i].value) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) && is_through(prover, array, &subject) &&
                !is_update(prover, i);
    }
    return found;
}

struct places {
    const struct prover *prover;
    term_ref read; /* the offset at which the element is read */
    bool found;
};

static void note_place(void *context, symbol_ref symbol) {
    struct places *places = context;
    enum symbol_role role = symbol_get(places->prover->terms, symbol)->role;
    places->found |= (role == SYMBOL_TID || role == SYMBOL_BID) && term_has_symbol(places->prover->terms, places->read, symbol);
}

/* The offset counts an element of the array and also the index that it is read at, as in i + a[i]: with elements in order these are
   places in order. */
static bool is_beside_its_place(const struct prover *prover, uint32_t array, const struct subject *subject) {
    struct elements found;
    struct index_sum sum;
    elements_of(prover, array, subject->offset, &found);
    if (found.count != 1 || !index_sum_of(prover->terms, subject->offset, &sum))
        return false;
    struct places places = {prover, found.list[0].offset, false};
    for (uint32_t i = 0; i < sum.count; i++)
        if (!(term_deps(prover->terms, sum.digits[i].index) & DEP_MEMORY))
            term_visit_symbols(prover->terms, sum.digits[i].index, note_place, &places);
    return places.found;
}

static void survey_array(struct survey *survey, const uint32_t items[2], uint32_t array) {
    struct prover *prover = survey->prover;
    const struct protocol *p = prover->protocol;
    bool through = true, several = false, ends = true, stores = true, beside = false;
    for (uint32_t i = 0; i < survey->subject_count; i++) {
        through &= is_through(prover, array, &survey->subjects[i]);
        several |= wanted_reads_several(prover, array, &survey->subjects[i]);
        ends &= wanted_reads_several(prover, array, &survey->subjects[i]);
        stores &= wanted_is_store(&p->items[items[i]]) && !is_update(prover, items[i]);
        beside |= is_beside_its_place(prover, array, &survey->subjects[i]);
    }
    bool apart = !term_same(survey->subjects[0].offset, survey->subjects[1].offset);
    if (through && (stores || loses_equals(prover, array)))
        add_kind(survey, CANDIDATE_DISTINCT, CONTENT_DISTINCT, "distinct", array, false);
    if (through && (several || (stores && (apart || beside)))) {
        add_kind(survey, CANDIDATE_SORTED, CONTENT_SORTED, "sorted", array, ends);
        add_kind(survey, CANDIDATE_INCREASING, CONTENT_INCREASING, "increasing", array, false);
    }
}

/* How many digits `index` fit below the next stride, the one of digit `next`; false: it is no larger stride, or the step of a loop, which
   has no rows. */
static bool rows_below(const struct prover *prover, const struct index_sum *sum, uint32_t index, uint32_t next, struct quantity *limit) {
    int64_t constant = 0;
    uint32_t axis;
    return next != index && !index_is(prover, sum->digits[next].index, SYMBOL_COUNTER, &axis) &&
           quantity_divide(&sum->digits[next].coefficient, &sum->digits[index].coefficient, limit) && limit->count > 0 &&
           !(quantity_is_constant(limit, &constant) && constant <= 1);
}

/* No stride lies between the digit's and the one that is `limit` times it. */
static bool is_nearest(const struct prover *prover, const struct index_sum *sum, uint32_t index, const struct quantity *limit) {
    bool is = true;
    for (uint32_t k = 0; k < sum->count && is; k++) {
        struct quantity nearer, ratio;
        if (rows_below(prover, sum, index, k, &nearer) && !quantity_equal(&nearer, limit))
            is = !quantity_divide(limit, &nearer, &ratio);
    }
    return is;
}

/* An index of rows, or of places in a row, that is read from the array stays below the stride of the next dimension: without that,
   rows overlap whatever the strides are. */
static void survey_rows(struct survey *survey, const struct subject *subject, uint32_t array) {
    struct index_sum sum;
    if (!index_sum_of(survey->prover->terms, subject->offset, &sum))
        return;
    for (uint32_t i = 0; i < sum.count; i++) {
        struct elements found;
        elements_of(survey->prover, array, sum.digits[i].index, &found);
        for (uint32_t j = 0; j < sum.count && found.count == 1 && term_same(found.list[0].value, sum.digits[i].index); j++) {
            struct quantity limit;
            if (rows_below(survey->prover, &sum, i, j, &limit) && is_nearest(survey->prover, &sum, i, &limit))
                wanted_add_range(survey, CANDIDATE_RANGE, array, 0, &limit);
        }
    }
}

void survey_contents(struct survey *survey, const struct witness_request *request) {
    struct prover *prover = survey->prover;
    bool is_race = request->items[0] != PROTOCOL_NONE && request->items[1] != PROTOCOL_NONE && survey->subject_count == 2 &&
                   !term_is_none(survey->subjects[0].offset) && !term_is_none(survey->subjects[1].offset);
    if (!(term_deps(prover->terms, request->query) & (DEP_MEMORY | DEP_APPROX)))
        return;
    for (uint32_t a = 0; a < prover->protocol->array_count && is_race; a++)
        if (wanted_may_be_stated(prover, a)) {
            survey_array(survey, request->items, a);
            for (uint32_t i = 0; i < survey->subject_count; i++)
                survey_rows(survey, &survey->subjects[i], a);
        }
    if (!is_race && request->access)
        wanted_survey_room(survey, request);
}
