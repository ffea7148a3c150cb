/* Conditions on contents that contradict each other over more elements than two: elements that all differ, or are in order, and of which some have
 * fewer values than that takes. In a launch with its sizes, are there values for the elements that the extent or the conditions' parts say there are,
 * and for those that threads read (at offsets which no memory decides, in the first iteration of each loop)? Elements in order get the least
 * value that is left; of elements that differ, the one with the least upper bound comes first. Both find values if there are any, but where
 * both kinds of conditions meet, or several parts of one array: then each is looked at by itself, and parts of distinct elements as one. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "protocol/stated.h"
#include "prove/frame/frame.h"
#include "prove/frame/threads.h"
#include "prove/witness/witness.h"

enum { CROWD_THREADS_MAX = 2048, CROWD_ELEMENTS_MAX = 4096 };

struct here {
    struct prover *prover;
    const struct launch *launch;
    const struct prove_named *params;
    uint32_t param_count;
    uint32_t thread[3], block[3];
};

static uint64_t symbol_here(void *context, symbol_ref symbol) {
    const struct here *here = context;
    const struct symbol *s = symbol_get(here->prover->terms, symbol);
    switch (s->role) {
    case SYMBOL_TID: return here->thread[s->axis];
    case SYMBOL_BID: return here->block[s->axis];
    case SYMBOL_BDIM: return here->launch->block[s->axis];
    case SYMBOL_GDIM: return here->launch->grid[s->axis];
    case SYMBOL_PARAM:
        for (uint32_t i = 0; i < here->param_count; i++)
            if (strcmp(here->params[i].name, s->name) == 0)
                return here->params[i].value;
        return 1;
    case SYMBOL_COUNTER:
    case SYMBOL_FINAL:
    case SYMBOL_VALUE: break;
    }
    return 0;
}

static uint64_t nothing_applied(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

static int64_t value_here(struct here *here, term_ref term) {
    struct term_model model = {here, symbol_here, nothing_applied};
    struct evaluation *e = evaluation_create(here->prover->terms, &model);
    int64_t value = (int64_t)evaluation_value(e, term);
    evaluation_destroy(e);
    return value;
}

static bool tells_apart(const struct stated *s) {
    return s->kind == CONTENT_DISTINCT || s->kind == CONTENT_INCREASING;
}

/* The elements that differ and are few: of one array and width. The term is how many values they may have; TERM_NONE: any number. */
static term_ref values_of(struct prover *prover, const struct stated *apart, const struct stated *few) {
    struct term_table *t = prover->terms;
    if (!tells_apart(apart) || apart->elem_bytes == 0)
        return TERM_NONE;
    if (few == apart)
        return apart->elem_bytes <= 2 ? term_const(t, 64, UINT64_C(1) << (8 * apart->elem_bytes)) : TERM_NONE;
    if (few->kind != CONTENT_IN_RANGE || !stated_same_place(few, apart))
        return TERM_NONE;
    return term_sub(t, prover_scoped(prover, few->high), prover_scoped(prover, few->low), 0);
}

struct stretch {
    int64_t begin, end; /* elements */
};

/* The statements by number: a list that others may grow. */
static struct stated stated_number(const struct prover *prover, uint32_t i) {
    return *stated_of(prover->protocol, prover->frame->stated.data[i]);
}

static int compare_elements(const void *a, const void *b) {
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

struct crowd {
    VEC(int64_t) elements; /* in ascending order, each once */
    int64_t *low, *high;   /* what each may be */
    const struct stated *of;
};

/* The elements that this thread surely reads. */
static void add_reads(struct prover *prover, struct evaluation *e, const struct stated *s, const struct stretch *part, struct crowd *crowd) {
    for (uint32_t i = 0; i < prover->protocol->item_count; i++) {
        const struct proto_item *item = &prover->protocol->items[i];
        if (item->kind != ITEM_ACCESS || item->array != s->array || item->mode != ACCESS_READ)
            continue;
        term_ref offset = prover_scoped(prover, item->offset), guard = prover_scoped(prover, item->guard);
        bool is_known = ((term_deps(prover->terms, offset) | term_deps(prover->terms, guard)) & (DEP_MEMORY | DEP_APPROX)) == 0;
        if (!is_known || evaluation_value(e, guard) == 0)
            continue;
        int64_t at = (int64_t)evaluation_value(e, offset) - (int64_t)s->offset_bytes, element = at / (int64_t)s->stride_bytes;
        if (at >= 0 && at % (int64_t)s->stride_bytes == 0 && element >= part->begin && element < part->end)
            vec_push(&crowd->elements, element);
    }
}

static void add_all_reads(struct here *here, const struct stated *s, const struct stretch *part, struct crowd *crowd) {
    const uint32_t *b = here->launch->block, *g = here->launch->grid;
    struct term_model model = {here, symbol_here, nothing_applied};
    struct evaluation *e = evaluation_create(here->prover->terms, &model);
    uint64_t in_block = (uint64_t)b[0] * b[1] * b[2], all = in_block * g[0] * g[1] * g[2];
    for (uint64_t i = 0; i < all && i < CROWD_THREADS_MAX && crowd->elements.size < CROWD_ELEMENTS_MAX; i++) {
        uint64_t thread = i % in_block, block = i / in_block;
        for (uint32_t a = 0; a < 3; a++) {
            here->thread[a] = (uint32_t)(a == 2 ? thread : thread % b[a]);
            here->block[a] = (uint32_t)(a == 2 ? block : block % g[a]);
            thread /= b[a];
            block /= g[a];
        }
        evaluation_restart(e);
        add_reads(here->prover, e, s, part, crowd);
    }
    evaluation_destroy(e);
}

static struct stretch part_of(struct here *here, const struct stated *s) {
    struct prover *prover = here->prover;
    struct stretch part = {0, INT64_MAX};
    term_ref extent = prover_extent(prover, s->array);
    if (!term_is_none(extent))
        part.end = value_here(here, extent) / (int64_t)s->stride_bytes;
    if (!term_is_none(s->first)) {
        int64_t first = value_here(here, prover_scoped(prover, s->first));
        part.begin = first > 0 ? first : 0;
    }
    if (!term_is_none(s->end)) {
        int64_t end = value_here(here, prover_scoped(prover, s->end));
        part.end = end < part.end ? end : part.end;
    }
    return part;
}

/* The elements of the array of which something is stated, as far as they are known. */
static void gather(struct here *here, const struct stated *of, struct crowd *crowd) {
    struct prover *prover = here->prover;
    for (uint32_t i = 0; i < prover->frame->stated.size; i++) {
        const struct stated s = stated_number(prover, i);
        if (!stated_same_place(&s, of))
            continue;
        struct stretch part = part_of(here, &s);
        for (int64_t x = part.begin; part.end < INT64_MAX && x < part.end && crowd->elements.size < CROWD_ELEMENTS_MAX; x++)
            vec_push(&crowd->elements, x);
    }
    struct stretch whole = {0, INT64_MAX};
    term_ref extent = prover_extent(prover, of->array);
    if (!term_is_none(extent))
        whole.end = value_here(here, extent) / (int64_t)of->stride_bytes;
    add_all_reads(here, of, &whole, crowd);
    uint32_t kept = 0;
    if (crowd->elements.size > 0)
        qsort(crowd->elements.data, crowd->elements.size, sizeof *crowd->elements.data, compare_elements);
    for (uint32_t i = 0; i < crowd->elements.size; i++)
        if (kept == 0 || crowd->elements.data[i] != crowd->elements.data[kept - 1])
            crowd->elements.data[kept++] = crowd->elements.data[i];
    crowd->elements.size = kept;
}

static void bound(struct crowd *crowd, uint32_t i, int64_t low, int64_t high) {
    crowd->low[i] = low > crowd->low[i] ? low : crowd->low[i];
    crowd->high[i] = high < crowd->high[i] ? high : crowd->high[i];
}

static bool is_in(const struct crowd *crowd, uint32_t i, const struct stretch *part) {
    return crowd->elements.data[i] >= part->begin && crowd->elements.data[i] < part->end;
}

/* What each element may be, by its type and by conditions on one element. */
static void take_bounds(struct here *here, const struct stated *of, struct crowd *crowd) {
    struct prover *prover = here->prover;
    unsigned bits = 8 * of->elem_bytes;
    crowd->low = arena_alloc(prover->arena, (crowd->elements.size + 1) * sizeof *crowd->low);
    crowd->high = arena_alloc(prover->arena, (crowd->elements.size + 1) * sizeof *crowd->high);
    for (uint32_t i = 0; i < crowd->elements.size; i++) {
        crowd->low[i] = !of->is_signed ? 0 : bits >= 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
        crowd->high[i] = bits >= 64 ? INT64_MAX : ((int64_t)1 << (bits - of->is_signed)) - 1;
    }
    for (uint32_t k = 0; k < prover->frame->stated.size; k++) {
        const struct stated s = stated_number(prover, k);
        bool is_one = s.kind == CONTENT_ZERO || s.kind == CONTENT_POSITIVE || s.kind == CONTENT_IN_RANGE;
        if (!is_one || !stated_same_place(&s, of))
            continue;
        bool is_range = s.kind == CONTENT_IN_RANGE;
        struct stretch part = part_of(here, &s);
        int64_t low = is_range ? value_here(here, prover_scoped(prover, s.low)) : s.kind == CONTENT_POSITIVE;
        int64_t end = is_range ? value_here(here, prover_scoped(prover, s.high)) : s.kind == CONTENT_POSITIVE ? INT64_MAX : 1;
        for (uint32_t i = 0; i < crowd->elements.size; i++)
            if (is_in(crowd, i, &part))
                bound(crowd, i, low, end > INT64_MIN ? end - 1 : end);
    }
}

/* Where numbers of both signs are left, positive ones are taken: no more arrays than there are. */
static void take_nonzero(struct here *here, const struct stated *of, struct crowd *crowd) {
    for (uint32_t k = 0; k < here->prover->frame->stated.size; k++) {
        const struct stated s = stated_number(here->prover, k);
        struct stretch part = part_of(here, &s);
        for (uint32_t i = 0; s.kind == CONTENT_NONZERO && stated_same_place(&s, of) && i < crowd->elements.size; i++)
            if (is_in(crowd, i, &part))
                bound(crowd, i, crowd->low[i] <= 0 && crowd->high[i] > 0 ? 1 : INT64_MIN, crowd->high[i] == 0 ? -1 : INT64_MAX);
    }
}

static bool each_has_a_value(const struct crowd *crowd) {
    for (uint32_t i = 0; i < crowd->elements.size; i++)
        if (crowd->low[i] > crowd->high[i])
            return false;
    return true;
}

/* Elements in order: each gets the least value that those before it leave. */
static bool has_order(struct here *here, const struct stated *s, const struct crowd *crowd) {
    struct stretch part = part_of(here, s);
    int64_t least = INT64_MIN, before = 0;
    for (uint32_t i = 0; i < crowd->elements.size; i++) {
        if (!is_in(crowd, i, &part))
            continue;
        int64_t apart = s->kind == CONTENT_INCREASING && least > INT64_MIN ? crowd->elements.data[i] - before : 0;
        if (least > INT64_MAX - apart)
            return false;
        least = least + apart > crowd->low[i] ? least + apart : crowd->low[i];
        before = crowd->elements.data[i];
        if (least > crowd->high[i])
            return false;
    }
    return true;
}

struct span {
    int64_t low, high;
};

static int compare_spans(const void *a, const void *b) {
    const struct span *x = a, *y = b;
    return x->low != y->low ? (x->low > y->low) - (x->low < y->low) : (x->high > y->high) - (x->high < y->high);
}

/* Spans in the order of their lower bounds: of those that hold the value `at` the one that ends first gets it. */
static bool have_values(struct span *spans, uint32_t count) {
    VEC(int64_t) open = {0}; /* the ends of spans that have begun, a heap would be faster */
    bool fits = true;
    int64_t at = INT64_MIN;
    for (uint32_t next = 0; fits && (next < count || open.size > 0);) {
        if (open.size == 0 && spans[next].low > at)
            at = spans[next].low;
        while (next < count && spans[next].low <= at)
            vec_push(&open, spans[next++].high);
        uint32_t first = 0;
        for (uint32_t i = 1; i < open.size; i++)
            first = open.data[i] < open.data[first] ? i : first;
        fits = open.data[first] >= at;
        open.data[first] = open.data[open.size - 1];
        open.size--;
        at += at < INT64_MAX;
    }
    vec_release(&open);
    return fits;
}

static bool are_distinct(struct here *here, const struct stated *of, const struct crowd *crowd) {
    struct prover *prover = here->prover;
    struct span *spans = arena_alloc(prover->arena, (crowd->elements.size + 1) * sizeof *spans);
    uint32_t count = 0;
    for (uint32_t i = 0; i < crowd->elements.size; i++) {
        bool is_meant = false;
        for (uint32_t k = 0; k < prover->frame->stated.size; k++) {
            const struct stated s = stated_number(prover, k);
            struct stretch part = part_of(here, &s);
            is_meant |= tells_apart(&s) && stated_same_place(&s, of) && is_in(crowd, i, &part);
        }
        if (is_meant)
            spans[count++] = (struct span){crowd->low[i], crowd->high[i]};
    }
    if (count > 0)
        qsort(spans, count, sizeof *spans, compare_spans);
    return have_values(spans, count);
}

term_ref crowd_wish(struct prover *prover, uint64_t count) {
    struct term_table *t = prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < prover->frame->stated.size; i++) {
        for (uint32_t k = 0; k < prover->frame->stated.size; k++) {
            const struct stated apart = stated_number(prover, i), few = stated_number(prover, k);
            term_ref values = i == k ? TERM_NONE : values_of(prover, &apart, &few);
            if (!term_is_none(values))
                all = term_and(t, all, term_sle(t, term_const(t, 64, count), values));
        }
    }
    return all;
}

bool crowd_fits(struct prover *prover, const struct launch *launch, const struct prove_named *params, uint32_t param_count) {
    struct here here = {prover, launch, params, param_count, {0}, {0}};
    bool fits = true;
    for (uint32_t i = 0; i < prover->frame->stated.size && fits; i++) {
        const struct stated s = stated_number(prover, i);
        struct crowd crowd = {0};
        if (s.elem_bytes == 0)
            continue;
        gather(&here, &s, &crowd);
        take_bounds(&here, &s, &crowd);
        take_nonzero(&here, &s, &crowd);
        fits = each_has_a_value(&crowd);
        if (fits && (s.kind == CONTENT_SORTED || s.kind == CONTENT_INCREASING))
            fits = has_order(&here, &s, &crowd);
        if (fits && tells_apart(&s))
            fits = are_distinct(&here, &s, &crowd);
        vec_release(&crowd.elements);
    }
    return fits;
}
