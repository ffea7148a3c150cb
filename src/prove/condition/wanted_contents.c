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
#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

static bool may_be_stated(const struct prover *prover, uint32_t array) {
    const struct proto_array *a = &prover->protocol->arrays[array];
    return !a->written && (a->kind == ARRAY_PARAM || a->kind == ARRAY_GLOBAL || a->kind == ARRAY_CONSTANT) &&
           stated_array(prover->protocol, a->name) == array;
}

static void add(struct survey *survey, enum candidate_class class, const struct stated *asked, const char *text, bool is_likely) {
    const char *error;
    term_ref term = stated_make(survey->prover->protocol, asked, text, &error);
    if (!term_is_none(term))
        survey_add(survey, (struct candidate){.class = class, .condition = {text, term}, .is_contents = true, .is_likely = is_likely});
}

/* Which field of a vector is read at the offset; STATED_WHOLE: elements are no vectors. */
static uint32_t field_at(const struct prover *prover, uint32_t array, term_ref offset, uint32_t bytes) {
    uint32_t count = stated_fields(prover->protocol, array);
    for (uint32_t field = 0; field < count && count > 1; field++) {
        term_ref begin = term_sub(prover->terms, offset, term_const(prover->terms, 64, (uint64_t)field * bytes), 0);
        if (prover_is_aligned(prover->terms, begin, (uint64_t)count * bytes))
            return field;
    }
    return STATED_WHOLE;
}

/* The array, or the field of it, that the violation's accesses speak of first. */
static const char *place_of(const struct survey *survey, uint32_t array, uint32_t *field) {
    const struct prover *prover = survey->prover;
    const char *name = prover->protocol->arrays[array].name;
    struct elements found = {.count = 0};
    for (uint32_t i = 0; i < 2 * survey->subject_count && found.count == 0; i++) {
        const struct subject *subject = &survey->subjects[i / 2];
        if (!term_is_none(i % 2 == 0 ? subject->offset : subject->guard))
            elements_of(prover, array, i % 2 == 0 ? subject->offset : subject->guard, &found);
    }
    *field = found.count > 0 ? field_at(prover, array, found.list[0].offset, term_width(prover->terms, found.list[0].value) / 8u) : STATED_WHOLE;
    return *field == STATED_WHOLE ? name : arena_printf(prover->arena, "%s.%c", name, "xyzw"[*field]);
}

static void add_kind(struct survey *survey, enum candidate_class class, enum content_kind kind, const char *name, uint32_t array, bool is_likely) {
    struct stated asked = {.kind = kind, .array = array, .first = TERM_NONE, .end = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE};
    const char *place = place_of(survey, array, &asked.field);
    add(survey, class, &asked, arena_printf(survey->prover->arena, "%s(%s)", name, place), is_likely);
}

void survey_counts(struct survey *survey, uint32_t array) {
    if (may_be_stated(survey->prover, array))
        add_kind(survey, CANDIDATE_POSITIVE, CONTENT_POSITIVE, "positive", array, false);
}

/* in_range(a, low, limit) */
static void add_range(struct survey *survey, enum candidate_class class, uint32_t array, int64_t low, const struct quantity *limit) {
    struct prover *prover = survey->prover;
    const char *text = quantity_text(prover->arena, prover->protocol, limit);
    struct stated asked = {.kind = CONTENT_IN_RANGE,
                           .array = array,
                           .field = STATED_WHOLE,
                           .first = TERM_NONE,
                           .end = TERM_NONE,
                           .low = term_const(prover->terms, 64, (uint64_t)low),
                           .high = TERM_NONE};
    const char *place = place_of(survey, array, &asked.field);
    if (!text)
        return;
    asked.high = quantity_term(prover->protocol, limit);
    add(survey, class, &asked, arena_printf(prover->arena, "in_range(%s, %" PRId64 ", %s)", place, low, text), false);
}

/* ---- races ---- */

enum { CHOICES_MAX = 4 }; /* between elements and other numbers, one in another */

static bool is_store(const struct proto_item *item) {
    return item->kind == ITEM_ACCESS && item->mode == ACCESS_WRITE && !item->is_atomic;
}

static bool is_given(const struct proto_item *item, symbol_ref symbol, const struct term_table *t) {
    bool found = false;
    for (uint32_t i = 0; item->kind == ITEM_ACCESS && i < item->give_count; i++)
        found |= !term_is_none(item->gives[i]) && term_op_of(term_get(t, item->gives[i])) == TERM_SYMBOL &&
                 term_get(t, item->gives[i])->value == symbol.id;
    return found;
}

/* Values read that are elements of the array which a thread stored there before: `s[t] = p[i]; ... q[s[u]]`. */
struct staged {
    const struct prover *prover;
    uint32_t array;
    symbol_ref first; /* such a value */
    uint32_t count;   /* of them: 0, 1, or more */
};

/* Some store to the array of the read puts an element there. */
static bool holds_elements(const struct staged *s, uint32_t holder) {
    const struct protocol *p = s->prover->protocol;
    struct elements found = {.count = 0};
    for (uint32_t i = 0; i < p->item_count && found.count == 0; i++)
        if (is_store(&p->items[i]) && p->items[i].array == holder && !term_is_none(p->items[i].value))
            elements_of(s->prover, s->array, p->items[i].value, &found);
    return found.count > 0;
}

static void note_staged(void *context, symbol_ref symbol) {
    struct staged *s = context;
    const struct protocol *p = s->prover->protocol;
    bool is = false;
    for (uint32_t i = 0; i < p->item_count && !is; i++)
        is = p->items[i].kind == ITEM_ACCESS && p->items[i].mode == ACCESS_READ && p->items[i].array != s->array &&
             is_given(&p->items[i], symbol, s->prover->terms) && holds_elements(s, p->items[i].array);
    if (is && s->count == 0)
        s->first = symbol;
    s->count += is && (s->count == 0 || s->first.id != symbol.id);
}

static uint32_t staged_in(const struct prover *prover, uint32_t array, term_ref number, term_ref other) {
    struct staged s = {.prover = prover, .array = array};
    term_visit_symbols(prover->terms, number, note_staged, &s);
    term_visit_symbols(prover->terms, other, note_staged, &s);
    return s.count;
}

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
        is_known = &p->items[i] != d->read && is_given(&p->items[i], symbol, t);
    d->found |= is_given(d->read, symbol, t) || (is_later && !is_known);
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
    return found.count > 0 || is_named_by(prover, array, subject->guard) || staged_in(prover, array, subject->offset, subject->offset) > 0;
}

/* The kernel stores what threads compute at places that elements of the array give: were two of them equal, one result would be lost. */
static bool loses_equals(const struct prover *prover, uint32_t array) {
    const struct protocol *p = prover->protocol;
    bool found = false;
    for (uint32_t i = 0; i < p->item_count && !found; i++) {
        const struct scoped_item *s = &prover->frame->items[i];
        const struct subject subject = {s->guard, s->offset, s->size};
        found = is_store(&p->items[i]) && !term_is_none(p->items[i].value) && !term_is_false(prover->terms, s->guard) &&
                (term_deps(prover->terms, p->items[i].value) & ~(unsigned)(DEP_LAUNCH | DEP_INPUT)) && is_through(prover, array, &subject) &&
                !is_update(prover, i);
    }
    return found;
}

/* One thread reads several elements of the array to know where, or whether, it accesses. */
static bool reads_several(const struct prover *prover, uint32_t array, const struct subject *subject) {
    struct elements index, guard;
    elements_of(prover, array, subject->offset, &index);
    elements_of(prover, array, subject->guard, &guard);
    bool found = index.count > 1 || guard.count > 1 || staged_in(prover, array, subject->offset, subject->guard) > 1;
    for (uint32_t i = 0; i < index.count && guard.count > 0; i++)
        found |= !term_same(index.list[i].offset, guard.list[0].offset);
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
        several |= reads_several(prover, array, &survey->subjects[i]);
        ends &= reads_several(prover, array, &survey->subjects[i]);
        stores &= is_store(&p->items[items[i]]) && !is_update(prover, items[i]);
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
                add_range(survey, CANDIDATE_RANGE, array, 0, &limit);
        }
    }
}

/* ---- bounds ---- */

enum { SHIFT_MOST = 1 << 20 }; /* constants that are added to elements */

/* As many values as there are steps of the index in the array; one more, if the index lies before the value. */
static void survey_room_of(struct survey *survey, const struct index_sum *sum, const struct quantity *bytes, uint32_t array) {
    struct elements found;
    for (uint32_t i = 0; i < sum->count; i++) {
        struct quantity limit, more, one = quantity_constant(1);
        term_ref index = sum->digits[i].index;
        elements_of(survey->prover, array, index, &found);
        bool is_element_itself = found.count == 1 && term_same(found.list[0].value, index);
        if ((!is_element_itself && staged_in(survey->prover, array, index, index) != 1) ||
            !quantity_divide(bytes, &sum->digits[i].coefficient, &limit) || limit.count == 0)
            continue;
        add_range(survey, CANDIDATE_RANGE, array, 0, &limit);
        if (quantity_add(&limit, 1, &one, &more) && reads_several(survey->prover, array, &survey->subjects[0]))
            add_range(survey, CANDIDATE_END, array, 0, &more);
    }
}

/* The number is one element of the array; the index of the one digit of a sum, say. */
static bool is_value(const struct prover *prover, uint32_t array, term_ref number) {
    struct elements found;
    term_ref plain = largest_without_casts(prover->terms, number);
    elements_of(prover, array, plain, &found);
    return found.count == 1 && term_same(found.list[0].value, plain);
}

static int64_t rounded_down(int64_t a, int64_t by) {
    return a / by - (a % by < 0);
}

/* What the index of a sum's only digit is a quotient of, (C * a[i] + K) / D; or the sum itself, with D = 1. */
static bool shifted_of(const struct survey *survey, const struct index_sum *sum, uint32_t array, struct index_sum *whole, int64_t *by) {
    int64_t begin;
    if (survey_divided(survey, sum->digits[0].index, whole, by))
        return whole->count == 1 && *by >= 1 && *by <= SHIFT_MOST && quantity_is_constant(&sum->rest, &begin) && begin == 0 &&
               is_value(survey->prover, array, whole->digits[0].index);
    *whole = *sum;
    *by = 1;
    return is_value(survey->prover, array, sum->digits[0].index);
}

/* C * a[i] - K, or a quotient, counts elements: those of the index array that there is room for, letters say: s[a[i] - 97]. An index behind
   the element, a[i] + 1, is one too far. */
static void survey_shifted(struct survey *survey, const struct index_sum *sum, const struct quantity *bytes, uint32_t array) {
    struct index_sum whole;
    struct quantity room, more;
    int64_t by, step, unit, shift, most;
    if (sum->count != 1 || !shifted_of(survey, sum, array, &whole, &by) || !quantity_is_constant(&sum->digits[0].coefficient, &step) || step <= 0 ||
        !quantity_is_constant(&whole.digits[0].coefficient, &unit) || unit <= 0 || !quantity_is_constant(&whole.rest, &shift) ||
        shift < -SHIFT_MOST || shift > SHIFT_MOST || (by == 1 && shift >= 0))
        return;
    const int64_t low = shift < 0 ? -rounded_down(shift, unit) : 0;
    const struct quantity scale = quantity_constant(by), size = quantity_constant(by == 1 ? 1 : step), first = quantity_constant(-shift);
    if (!quantity_divide(bytes, &size, &room) || !quantity_multiply(&room, &scale, &room) || !quantity_add(&room, 1, &first, &room))
        return;
    if (quantity_is_constant(&room, &most))
        room = quantity_constant(-rounded_down(-most, unit));
    else if (more = quantity_constant(unit), !quantity_divide(&room, &more, &room))
        return;
    add_range(survey, CANDIDATE_RANGE, array, low, &room);
}

/* i < a[b], with an index that counts i: elements up to where i leaves the array. */
static void survey_counted(struct survey *survey, term_ref guard, const struct index_sum *sum, const struct quantity *bytes, uint32_t array) {
    const struct term_table *t = survey->prover->terms;
    const enum term_op op = term_op_of(term_get(t, guard));
    struct index_sum low, high;
    int64_t begin, room, one, rest;
    if (op == TERM_AND && term_width(t, guard) == 1) {
        survey_counted(survey, term_child(t, guard, 0), sum, bytes, array);
        survey_counted(survey, term_child(t, guard, 1), sum, bytes, array);
        return;
    }
    bool is_order = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE, or_equal = op == TERM_SLE || op == TERM_ULE;
    if (!is_order || !index_sum_of(t, term_child(t, guard, 0), &low) || !index_sum_of(t, term_child(t, guard, 1), &high) || high.count != 1 ||
        !quantity_is_constant(&high.digits[0].coefficient, &one) || one != 1 || !is_value(survey->prover, array, high.digits[0].index) ||
        !quantity_add(&low.rest, -1, &high.rest, &high.rest) || !quantity_is_constant(&high.rest, &rest) ||
        !quantity_is_constant(&sum->rest, &begin) || !quantity_is_constant(bytes, &room))
        return;
    for (uint32_t i = 0; i < low.count; i++)
        for (uint32_t j = 0; j < sum->count; j++) {
            int64_t counts, step;
            if (!term_same(low.digits[i].index, sum->digits[j].index) || !quantity_is_constant(&low.digits[i].coefficient, &counts) ||
                !quantity_is_constant(&sum->digits[j].coefficient, &step) || counts < 1 || step < 1 || begin > room || begin < 0)
                continue;
            int64_t most = (room - begin) / step;
            struct quantity end = quantity_constant(most);
            const struct quantity each = quantity_constant(counts), next = quantity_constant(rest + !or_equal);
            if (quantity_multiply(&end, &each, &end) && quantity_add(&end, 1, &next, &end))
                add_range(survey, CANDIDATE_RANGE, array, 0, &end);
        }
}

void survey_claimed(struct survey *survey, term_ref element, const struct quantity *limit) {
    for (uint32_t a = 0; a < survey->prover->protocol->array_count; a++)
        if (may_be_stated(survey->prover, a) && is_value(survey->prover, a, element))
            add_range(survey, CANDIDATE_RANGE, a, 0, limit);
}

void survey_contents(struct survey *survey, const struct witness_request *request) {
    struct prover *prover = survey->prover;
    struct index_sum sum, bytes;
    bool is_race = request->items[0] != PROTOCOL_NONE && request->items[1] != PROTOCOL_NONE && survey->subject_count == 2 &&
                   !term_is_none(survey->subjects[0].offset) && !term_is_none(survey->subjects[1].offset);
    bool is_bounds = request->access && index_sum_of(prover->terms, request->access->offset, &sum) &&
                     index_sum_of(prover->terms, request->extent, &bytes) && bytes.count == 0;
    if (!(term_deps(prover->terms, request->query) & (DEP_MEMORY | DEP_APPROX)))
        return;
    for (uint32_t a = 0; a < prover->protocol->array_count; a++) {
        if (may_be_stated(prover, a) && is_race) {
            survey_array(survey, request->items, a);
            for (uint32_t i = 0; i < survey->subject_count; i++)
                survey_rows(survey, &survey->subjects[i], a);
        }
        if (may_be_stated(prover, a) && !is_race && is_bounds) {
            survey_room_of(survey, &sum, &bytes.rest, a);
            survey_shifted(survey, &sum, &bytes.rest, a);
            survey_counted(survey, request->access->guard, &sum, &bytes.rest, a);
        }
    }
}
