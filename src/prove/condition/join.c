/* Conditions of several violations together. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "prove/condition/precondition.h"
#include "prove/frame/prover.h"
#include "term/bits.h"

static term_ref without_sign_extension(const struct term_table *t, term_ref term) {
    return term_op_of(term_get(t, term)) == TERM_SEXT ? term_child(t, term, 0) : term;
}

/* t = *base + the result, an exact sum with a constant; t itself and 0. */
static int64_t addend_of(const struct term_table *t, term_ref term, term_ref *base) {
    const struct term *sum = term_get(t, term);
    uint64_t value;
    *base = without_sign_extension(t, term);
    for (uint32_t i = 0; i < 2 && term_op_of(sum) == TERM_ADD && (sum->flags & TERM_NSW); i++)
        if (term_is_const(t, term_child(t, term, i), &value)) {
            *base = without_sign_extension(t, term_child(t, term, 1 - i));
            return bits_signed(value, sum->width_bits);
        }
    return 0;
}

/* b + C <= a, or b + C - 1 < a, with a larger C than the condition's. */
static bool is_further(const struct term_table *t, term_ref other, term_ref condition) {
    const term_ref sides[2] = {condition, other};
    term_ref base[2], bound[2];
    int64_t constant[2];
    for (uint32_t i = 0; i < 2; i++) {
        enum term_op op = term_op_of(term_get(t, sides[i]));
        if (op != TERM_SLE && op != TERM_SLT)
            return false;
        constant[i] = addend_of(t, term_child(t, sides[i], 0), &base[i]);
        if (constant[i] == INT64_MAX)
            return false;
        constant[i] += op == TERM_SLT;
        bound[i] = without_sign_extension(t, term_child(t, sides[i], 1));
    }
    return term_same(base[0], base[1]) && term_same(bound[0], bound[1]) && constant[1] > constant[0];
}

/* a <= C, or a < C, with C no larger than that of `condition`; C <= a, or C < a, with C no smaller. Numbers in either reading. */
static bool is_tighter(const struct term_table *t, term_ref other, term_ref condition) {
    uint64_t own, limit;
    if (term_is_none(other) || term_is_none(condition))
        return false;
    if (is_further(t, other, condition))
        return true;
    enum term_op op = term_op_of(term_get(t, condition));
    if ((op != TERM_ULE && op != TERM_ULT && op != TERM_SLE && op != TERM_SLT) || term_op_of(term_get(t, other)) != op)
        return false;
    for (uint32_t side = 0; side < 2; side++) {
        term_ref bound = term_child(t, condition, side);
        if (term_same(term_child(t, other, 1 - side), term_child(t, condition, 1 - side)) && term_is_const(t, term_child(t, other, side), &own) &&
            term_is_const(t, bound, &limit) && own >> (term_width(t, bound) - 1) == 0 && limit >> (term_width(t, bound) - 1) == 0)
            return side == 1 ? own < limit : own > limit;
    }
    return false;
}

/* The condition's text begins with the word; *of is what follows. */
static bool is_said(const struct prove_condition *condition, const char *word, const char **of) {
    size_t length = strlen(word);
    *of = condition->text + length;
    return strncmp(condition->text, word, length) == 0;
}

/* "P % N == 0": N, and how long "P" is; 0: the text says something else. */
static unsigned long multiple_in(const char *text, size_t *length) {
    const char *sign = strstr(text, " % ");
    char *end = NULL;
    unsigned long of = sign ? strtoul(sign + 3, &end, 10) : 0;
    *length = sign ? (size_t)(sign - text) : 0;
    return of != 0 && strcmp(end, " == 0") == 0 ? of : 0;
}

/* A multiple of 32 is one of 2. */
static bool is_multiple(const struct prove_condition *other, const struct prove_condition *condition) {
    size_t own, length;
    unsigned long strong = multiple_in(other->text, &own), weak = multiple_in(condition->text, &length);
    return strong != 0 && weak != 0 && strong != weak && strong % weak == 0 && own == length && memcmp(other->text, condition->text, own) == 0;
}

/* increasing(a) says more than sorted(a) and distinct(a). */
static bool is_stronger(const struct prove_condition *other, const struct prove_condition *condition) {
    if (is_multiple(other, condition))
        return true;
    const char *strong, *weak;
    return is_said(other, "increasing(", &strong) && (is_said(condition, "sorted(", &weak) || is_said(condition, "distinct(", &weak)) &&
           strcmp(strong, weak) == 0;
}

static bool is_same(const struct prove_condition *a, const struct prove_condition *b) {
    return strcmp(a->text, b->text) == 0 || (term_same(a->term, b->term) && !term_is_none(a->term));
}

bool condition_is_implied(const struct term_table *t, const struct prove_condition *condition, const struct prove_condition *list, uint32_t count) {
    bool implied = false;
    for (uint32_t i = 0; i < count; i++)
        implied |= is_same(condition, &list[i]) || is_tighter(t, list[i].term, condition->term) || is_stronger(&list[i], condition);
    return implied;
}

struct prove_contract prove_join(struct arena *arena, const struct term_table *terms, const struct prove_condition *list, uint32_t count) {
    struct prove_condition *all = arena_alloc(arena, (count + 1) * sizeof *all);
    struct prove_contract out = {.conditions = all};
    struct buffer text = {0};
    for (uint32_t i = 0; i < count; i++) {
        bool is_new = !condition_is_implied(terms, &list[i], all, out.count);
        for (uint32_t j = i + 1; j < count; j++)
            is_new &= !is_tighter(terms, list[j].term, list[i].term) && !is_stronger(&list[j], &list[i]);
        if (!is_new)
            continue;
        all[out.count++] = list[i];
        buffer_printf(&text, "%s%s", text.size ? " && " : "", list[i].text);
    }
    out.text = arena_strdup(arena, buffer_text(&text));
    buffer_release(&text);
    return out;
}

/* Where the first part of "a && b" ends, outside of parentheses. */
static size_t part_length(const char *text) {
    int depth = 0;
    size_t i = 0;
    for (; text[i] && (depth > 0 || strncmp(text + i, " && ", 4) != 0); i++)
        depth += (text[i] == '(') - (text[i] == ')');
    return i;
}

struct prove_contract prove_parts(struct arena *arena, const char *text) {
    VEC(struct prove_condition) parts = {0};
    for (const char *at = text; at;) {
        size_t length = part_length(at);
        vec_push(&parts, ((struct prove_condition){.text = arena_strndup(arena, at, length), .term = TERM_NONE}));
        at = at[length] ? at + length + strlen(" && ") : NULL;
    }
    struct prove_condition *list = arena_alloc(arena, (parts.size + 1) * sizeof *list);
    for (uint32_t i = 0; i < parts.size; i++)
        list[i] = parts.data[i];
    struct prove_contract contract = {list, parts.size, text};
    vec_release(&parts);
    return contract;
}

void precondition_merge(struct prover *prover, struct prove_witness *w, const struct prove_witness *other) {
    struct prove_condition *all = arena_alloc(prover->arena, (w->condition_count + other->condition_count + 1) * sizeof *all);
    for (uint32_t i = 0; i < w->condition_count + other->condition_count; i++)
        all[i] = i < w->condition_count ? w->conditions[i] : other->conditions[i - w->condition_count];
    struct prove_contract both = prove_join(prover->arena, prover->terms, all, w->condition_count + other->condition_count);
    w->conditions = both.conditions;
    w->condition_count = both.count;
    w->precondition = both.text;
}
