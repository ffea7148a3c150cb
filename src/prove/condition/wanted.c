/* See wanted.h. */
#include "prove/condition/wanted.h"

#include <inttypes.h>

#include "prove/condition/candidate.h"
#include "prove/frame/elements.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"

bool wanted_may_be_stated(const struct prover *prover, uint32_t array) {
    const struct proto_array *a = &prover->protocol->arrays[array];
    return !a->written && (a->kind == ARRAY_PARAM || a->kind == ARRAY_GLOBAL || a->kind == ARRAY_CONSTANT) &&
           stated_array(prover->protocol, a->name) == array;
}

void wanted_add(struct survey *survey, enum candidate_class class, const struct stated *asked, const char *text, bool is_likely) {
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
const char *wanted_place(const struct survey *survey, uint32_t array, uint32_t *field) {
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

/* in_range(a, low, limit), of a limit that is called so. */
void wanted_add_range_to(struct survey *survey, enum candidate_class class, uint32_t array, int64_t low, term_ref limit, const char *text) {
    struct prover *prover = survey->prover;
    struct stated asked = {.kind = CONTENT_IN_RANGE,
                           .array = array,
                           .field = STATED_WHOLE,
                           .first = TERM_NONE,
                           .end = TERM_NONE,
                           .low = term_const(prover->terms, 64, (uint64_t)low),
                           .high = limit};
    const char *place = wanted_place(survey, array, &asked.field);
    wanted_add(survey, class, &asked, arena_printf(prover->arena, "in_range(%s, %" PRId64 ", %s)", place, low, text), false);
}

/* in_range(a, low, limit) */
void wanted_add_range(struct survey *survey, enum candidate_class class, uint32_t array, int64_t low, const struct quantity *limit) {
    struct prover *prover = survey->prover;
    const char *text = quantity_text(prover->arena, prover->protocol, limit);
    if (text)
        wanted_add_range_to(survey, class, array, low, quantity_term(prover->protocol, limit), text);
}

bool wanted_is_store(const struct proto_item *item) {
    return item->kind == ITEM_ACCESS && item->mode == ACCESS_WRITE && !item->is_atomic;
}

bool wanted_is_given(const struct proto_item *item, symbol_ref symbol, const struct term_table *t) {
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
        if (wanted_is_store(&p->items[i]) && p->items[i].array == holder && !term_is_none(p->items[i].value))
            elements_of(s->prover, s->array, p->items[i].value, &found);
    return found.count > 0;
}

static void note_staged(void *context, symbol_ref symbol) {
    struct staged *s = context;
    const struct protocol *p = s->prover->protocol;
    bool is = false;
    for (uint32_t i = 0; i < p->item_count && !is; i++)
        is = p->items[i].kind == ITEM_ACCESS && p->items[i].mode == ACCESS_READ && p->items[i].array != s->array &&
             wanted_is_given(&p->items[i], symbol, s->prover->terms) && holds_elements(s, p->items[i].array);
    if (is && s->count == 0)
        s->first = symbol;
    s->count += is && (s->count == 0 || s->first.id != symbol.id);
}

uint32_t wanted_staged_in(const struct prover *prover, uint32_t array, term_ref number, term_ref other) {
    struct staged s = {.prover = prover, .array = array};
    term_visit_symbols(prover->terms, number, note_staged, &s);
    term_visit_symbols(prover->terms, other, note_staged, &s);
    return s.count;
}

/* One thread reads several elements of the array to know where, or whether, it accesses. */
bool wanted_reads_several(const struct prover *prover, uint32_t array, const struct subject *subject) {
    struct elements index, guard;
    elements_of(prover, array, subject->offset, &index);
    elements_of(prover, array, subject->guard, &guard);
    bool found = index.count > 1 || guard.count > 1 || wanted_staged_in(prover, array, subject->offset, subject->guard) > 1;
    for (uint32_t i = 0; i < index.count && guard.count > 0; i++)
        found |= !term_same(index.list[i].offset, guard.list[0].offset);
    return found;
}
