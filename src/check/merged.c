/* See merged.h. The texts are conditions, joined by "&&"; places, what numbers are, and the kind of a product stand behind them. */
#include "check/merged.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

static const char launched[] = " (launched at ", product[] = ", a product of signed numbers", products[] = ", products of signed numbers";
static const char of_signed[] = " of signed numbers"; /* both end with it */
static const char *const worded[] = {"no signed overflow in ", "no wrap in "};

enum { FACTORS_MOST = 12 };

/* One condition. `value` times `times` is at most `limit`; value NULL: it has another form. */
struct part {
    const char *text, *value;
    uint64_t times, limit;
    uint32_t group;
    const char *remark; /* what stands behind the limit: " (n: the result of atoi (a.cu:7))", or "" */
    bool is_product;    /* of signed numbers: it does not overflow */
};

struct group {
    enum assumption_kind kind;
    const char *words, *place; /* what its texts begin with and end with, "" nothing */
};

struct merge {
    struct arena *arena;
    bool is_shared; /* as in struct merged_places */
    VEC(struct group) groups;
    VEC(struct part) parts;
};

static bool ends_with(const char *text, size_t length, const char *tail) {
    size_t n = strlen(tail);
    return length >= n && memcmp(text + length - n, tail, n) == 0;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The number that the factor is; 0: none, or not a number that `times` can be multiplied with. */
static uint64_t number_of(const char *factor, uint64_t times) {
    char *end;
    uint64_t number = strtoull(factor, &end, 10), all;
    return *end == '\0' && end != factor && number > 0 && !__builtin_mul_overflow(number, times, &all) ? number : 0;
}

/* A product with its factors in order, without parentheses and without the numbers among them, which `times` gets; another value as it is. */
static const char *ordered(struct arena *arena, const char *value, size_t length, uint64_t *times) {
    char *text = arena_strndup(arena, value, length), *factors[FACTORS_MOST], *rest = text;
    uint32_t count = 0;
    size_t kept = 0;
    *times = 1;
    if (strpbrk(text, "+-/%<>=&,"))
        return text;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '(' && text[i] != ')')
            text[kept++] = text[i];
    text[kept] = '\0';
    for (char *end; rest && count < FACTORS_MOST; rest = end ? end + 3 : NULL) {
        end = strstr(rest, " * ");
        if (end)
            *end = '\0';
        uint64_t number = number_of(rest, *times);
        *times *= number > 0 ? number : 1;
        factors[count] = rest;
        count += number == 0;
    }
    qsort(factors, count, sizeof *factors, compare_names);
    const char *all = rest ? arena_printf(arena, "* %s", rest) : "";
    for (uint32_t i = 0; i < count; i++)
        all = arena_printf(arena, "%s * %s", factors[i], all);
    return all;
}

/* The number behind "<" or "<=", as the largest value; only a remark may follow it. */
static bool read_limit(const char *text, bool is_strict, uint64_t *limit) {
    char *end;
    uint64_t number = strtoull(text, &end, 10);
    if (end == text)
        return false;
    if (*end == '^' && number == 2) {
        uint64_t power = strtoull(end + 1, &end, 10);
        number = power < 64 ? UINT64_C(1) << power : 0;
    }
    *limit = number - is_strict;
    return (*end == '\0' || strncmp(end, " (", 2) == 0) && number > 0;
}

/* `value < limit`, perhaps with `0 <= ` before it and remarks in parentheses behind. */
static struct part part_of(struct arena *arena, const char *text, uint32_t group) {
    struct part part = {.text = text, .group = group};
    const char *value = strncmp(text, "0 <= ", 5) == 0 ? text + 5 : text, *less = strstr(value, " < "), *most = strstr(value, " <= ");
    const char *at = less && (!most || less < most) ? less : most;
    if (value != text || !at || !read_limit(at + (at == less ? 3 : 4), at == less, &part.limit))
        return part;
    part.value = ordered(arena, value, (size_t)(at - value), &part.times);
    const char *remark = strstr(at + 3, " (");
    part.remark = remark ? remark : "";
    return part;
}

/* The texts between "&&" outside of parentheses. */
static void split(struct merge *m, const char *text, size_t length, uint32_t group, bool is_product) {
    size_t begin = 0;
    int depth = 0;
    for (size_t i = 0; i <= length; i++) {
        bool is_end = i == length || (depth == 0 && i + 4 <= length && memcmp(text + i, " && ", 4) == 0);
        depth += i < length && text[i] == '(' ? 1 : i < length && text[i] == ')' ? -1 : 0;
        if (!is_end)
            continue;
        struct part part = part_of(m->arena, arena_strndup(m->arena, text + begin, i - begin), group);
        part.is_product = is_product;
        vec_push(&m->parts, part);
        begin = i + 4;
        i += i < length ? 3 : 0;
    }
}

static uint32_t group_of(struct merge *m, struct group group) {
    for (uint32_t i = 0; i < m->groups.size; i++) {
        const struct group *g = &m->groups.data[i];
        if (g->kind == group.kind && strcmp(g->words, group.words) == 0 && strcmp(g->place, group.place) == 0)
            return i;
    }
    vec_push(&m->groups, group);
    return m->groups.size - 1;
}

/* Takes the assumption apart; its group. */
static uint32_t take(struct merge *m, const struct assumption *a) {
    const char *text = a->text, *place = NULL;
    for (const char *at = strstr(text, launched); at; at = strstr(at + 1, launched))
        place = at;
    size_t length = place ? (size_t)(place - text) : strlen(text);
    struct group group = {.kind = a->kind, .words = "", .place = place ? place : ""};
    bool is_product = ends_with(text, length, product);
    length -= is_product ? sizeof product - 1 : 0;
    for (size_t i = 0; i < sizeof worded / sizeof *worded; i++)
        if (strncmp(text, worded[i], strlen(worded[i])) == 0)
            group.words = worded[i];
    uint32_t index = group_of(m, group);
    text += strlen(group.words);
    length -= strlen(group.words);
    if (*group.words)
        vec_push(&m->parts, ((struct part){.text = arena_strndup(m->arena, text, length), .group = index}));
    else
        split(m, text, length, index, is_product);
    return index;
}

/* All speak of one launch at most: numbers of the host mean the same in all of them. */
static bool is_of_one_launch(const struct merge *m) {
    const char *place = "";
    bool is = true;
    for (uint32_t i = 0; i < m->groups.size; i++) {
        const char *other = m->groups.data[i].place;
        is &= !*place || !*other || strcmp(place, other) == 0;
        place = *other ? other : place;
    }
    return is;
}

/* What is assumed of q is assumed wherever p is: in all launches, in the same one, or in the only one that has the number of the host that p
   speaks of. That a product of signed numbers does not overflow says more than a limit from above. */
static bool covers(const struct merge *m, const struct part *q, const struct part *p, bool is_one) {
    const struct group *of_q = &m->groups.data[q->group], *of_p = &m->groups.data[p->group];
    bool is_there = !*of_q->place || strcmp(of_q->place, of_p->place) == 0 || (is_one && strstr(p->text, "host."));
    return is_there && (q->is_product || !p->is_product);
}

/* Another part says as much: the same, or a smaller limit. Of two that say the same, of as many launches, the first stays. */
static bool is_implied(const struct merge *m, uint32_t at, bool is_one) {
    const struct part *p = &m->parts.data[at];
    for (uint32_t i = 0; i < m->parts.size; i++) {
        const struct part *q = &m->parts.data[i];
        if (i == at || !covers(m, q, p, is_one))
            continue;
        bool is_same = strcmp(p->text, q->text) == 0 && p->group == q->group && p->is_product == q->is_product;
        bool is_value =
            p->value && q->value && strcmp(p->value, q->value) == 0 && (!m->is_shared || !*q->remark || strcmp(p->remark, q->remark) == 0);
        uint64_t most_q = is_value ? q->limit / q->times : 0, most_p = is_value ? p->limit / p->times : 0;
        bool is_equal = is_same || (is_value && most_q == most_p), comes_first = i < at || !covers(m, p, q, is_one);
        if (is_equal ? comes_first : is_value && most_q < most_p)
            return true;
    }
    return false;
}

/* Where all launches of the kernel stand at one place, what is told of none of them is told of that place, if something else is. */
static void place_groups(struct merge *m) {
    for (uint32_t from = 0; from < m->groups.size; from++) {
        const struct group *g = &m->groups.data[from];
        for (uint32_t to = 0; to < m->groups.size && !*g->place; to++) {
            const struct group *placed = &m->groups.data[to];
            bool is_same_kind = placed->kind == g->kind && strcmp(placed->words, g->words) == 0;
            if (!is_same_kind || strncmp(placed->place, launched, sizeof launched - 1) != 0)
                continue;
            for (uint32_t i = 0; i < m->parts.size; i++)
                m->parts.data[i].group = m->parts.data[i].group == from ? to : m->parts.data[i].group;
            break;
        }
    }
}

/* What the group assumes, without its place; NULL: others say it. Products come last. */
static const char *text_of(const struct merge *m, uint32_t group) {
    const struct group *g = &m->groups.data[group];
    const char *text = NULL, *join = *g->words ? "; " : " && ";
    bool is_one = is_of_one_launch(m);
    uint32_t count = 0;
    for (int are_products = 0; are_products < 2; are_products++)
        for (uint32_t i = 0; i < m->parts.size; i++) {
            const struct part *part = &m->parts.data[i];
            if (part->group != group || part->is_product != are_products || is_implied(m, i, is_one))
                continue;
            text = text ? arena_printf(m->arena, "%s%s%s", text, join, part->text) : part->text;
            count += part->is_product;
        }
    const char *kind = count == 0 ? "" : count > 1 ? products : product;
    return text ? arena_printf(m->arena, "%s%s%s", g->words, text, kind) : NULL;
}

/* Groups of the kind that say the same of other launches are told with the first of them: " (launched at a.cu:1, a.cu:9)". */
static const char *with_places(struct merge *m, uint32_t group, const char *const *texts, bool *is_told) {
    const struct group *g = &m->groups.data[group];
    const char *place = g->place;
    for (uint32_t i = group + 1; i < m->groups.size && *g->place; i++) {
        const struct group *other = &m->groups.data[i];
        if (!texts[i] || is_told[i] || !*other->place || other->kind != g->kind || strcmp(texts[i], texts[group]) != 0)
            continue;
        is_told[i] = true;
        place = arena_printf(m->arena, "%.*s, %s", (int)strlen(place) - 1, place, other->place + sizeof launched - 1);
    }
    return arena_printf(m->arena, "%s%s", texts[group], place);
}

static bool is_at(const struct merge *m, uint32_t group, const char *place) {
    return strcmp(m->groups.data[group].place, arena_printf(m->arena, "%s%s)", launched, place)) == 0;
}

/* The groups of g's kind that say what it says, one at each of the places. */
static bool is_at_each(const struct merge *m, uint32_t g, const char *const *texts, const struct merged_places *places) {
    bool is = true;
    for (uint32_t p = 0; p < places->count && is; p++) {
        is = false;
        for (uint32_t i = 0; i < m->groups.size && !is; i++)
            is = texts[i] && m->groups.data[i].kind == m->groups.data[g].kind && strcmp(texts[i], texts[g]) == 0 && is_at(m, i, places->list[p]);
    }
    return is;
}

/* What is told alike of each place is told with what is told of none. */
static void place_alike(struct merge *m, const char **texts, const struct merged_places *places) {
    for (uint32_t from = 0; from < m->groups.size; from++) {
        const struct group *own = &m->groups.data[from];
        for (uint32_t g = 0; g < m->groups.size && texts[from] && !*own->place && !strstr(texts[from], of_signed); g++) {
            const char *old = texts[g];
            const struct group *placed = &m->groups.data[g];
            bool is_kind = old && *placed->place && placed->kind == own->kind && !*own->words && !*placed->words;
            if (!is_kind || !is_at_each(m, g, texts, places))
                continue;
            for (uint32_t i = 0; i < m->groups.size; i++)
                if (texts[i] && *m->groups.data[i].place && m->groups.data[i].kind == own->kind && i != g && strcmp(texts[i], old) == 0)
                    texts[i] = arena_printf(m->arena, "%s && %s", texts[from], old);
            texts[g] = arena_printf(m->arena, "%s && %s", texts[from], old);
            texts[from] = NULL;
        }
    }
}

void merged_assumptions(struct arena *arena, struct assumption *list, uint32_t *count, const struct merged_places *places) {
    struct merge m = {.arena = arena, .is_shared = places && places->is_shared};
    uint32_t *group = arena_alloc(arena, (*count + (size_t)1) * sizeof *group), kept = 0;
    for (uint32_t i = 0; i < *count; i++) {
        bool is_about = list[i].kind == ASSUMPTION_NO_WRAP || list[i].kind == ASSUMPTION_NO_SIGNED_OVERFLOW;
        group[i] = is_about ? take(&m, &list[i]) : UINT32_MAX;
    }
    if (places && places->count == 1)
        place_groups(&m);
    bool *is_told = arena_alloc(arena, (m.groups.size + (size_t)1) * sizeof *is_told);
    const char **texts = arena_alloc(arena, (m.groups.size + (size_t)1) * sizeof *texts);
    for (uint32_t i = 0; i < m.groups.size; i++)
        texts[i] = text_of(&m, i);
    if (places && places->count > 1)
        place_alike(&m, texts, places);
    for (uint32_t i = 0; i < *count; i++) {
        struct assumption a = list[i];
        if (group[i] != UINT32_MAX) {
            a.text = texts[group[i]] && !is_told[group[i]] ? with_places(&m, group[i], texts, is_told) : NULL;
            is_told[group[i]] = true;
        }
        if (a.text)
            list[kept++] = a;
    }
    vec_release(&m.groups);
    vec_release(&m.parts);
    *count = kept;
}
