/* Premises of lemmas about masks that are parameters: `threadIdx.x & mask` is threadIdx.x % size if mask == size - 1 and size is a
   power of two. `threadIdx.x ^ j` stays below such a size, too. Which size: a parameter that the kernel halves, or doubles a counter up to. Threads in groups of `size` fill their last
   group if blockDim.a % size == 0, and have one group each if what else numbers groups, threadIdx.a / W, has W <= size. */
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "term/walk.h"

static void add_same(struct survey *survey, term_ref mask, term_ref size) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    struct quantity q = quantity_atom(mask), less = quantity_atom(size), one = quantity_constant(1);
    if (!quantity_add(&less, -1, &one, &less))
        return;
    const char *left = quantity_text(prover->arena, prover->protocol, &q), *right = quantity_text(prover->arena, prover->protocol, &less);
    if (!left || !right)
        return;
    term_ref term = term_eq(t, quantity_term(prover->protocol, &q), quantity_term(prover->protocol, &less));
    survey_add(survey, (struct candidate){.class = CANDIDATE_SAME,
                                          .symbol = {(uint32_t)term_get(t, mask)->value},
                                          .other = term_sub(t, size, term_const(t, term_width(t, size), 1), 0),
                                          .condition = {arena_printf(prover->arena, "%s == %s", left, right), term}});
}

/* Groups of P / Q threads are those of `size`. */
static void add_numbered(struct survey *survey, term_ref by, term_ref size) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    enum term_op op = term_op_of(term_get(t, by));
    struct quantity q = quantity_atom(size);
    struct index_sum whole, part;
    if ((op != TERM_UDIV && op != TERM_SDIV) || !index_sum_of(t, term_child(t, by, 0), &whole) || !index_sum_of(t, term_child(t, by, 1), &part) ||
        whole.count > 0 || part.count > 0 || whole.rest.count != 1 || part.rest.count != 1)
        return;
    const char *dividend = quantity_text(prover->arena, prover->protocol, &whole.rest);
    const char *divisor = quantity_text(prover->arena, prover->protocol, &part.rest), *most = quantity_text(prover->arena, prover->protocol, &q);
    if (!dividend || !divisor || !most)
        return;
    term_ref width = op == TERM_UDIV ? term_zext(t, by, 64) : term_sext(t, by, 64);
    survey_add(survey, (struct candidate){.class = CANDIDATE_ROW,
                                          .condition = {arena_printf(prover->arena, "%s / %s == %s", dividend, divisor, most),
                                                        term_eq(t, width, quantity_term(prover->protocol, &q))}});
}

static void add_groups(struct survey *survey, term_ref size, uint32_t axis) {
    struct prover *prover = survey->prover;
    struct term_table *t = prover->terms;
    struct quantity q = quantity_atom(size), block = quantity_atom(prover->protocol->bdim[axis]);
    const char *name = quantity_text(prover->arena, prover->protocol, &q);
    if (!name)
        return;
    term_ref rest = term_binary(t, TERM_SREM, quantity_term(prover->protocol, &block), quantity_term(prover->protocol, &q));
    survey_add(survey, (struct candidate){.class = CANDIDATE_MULTIPLE,
                                          .axis = axis,
                                          .condition = {arena_printf(prover->arena, "blockDim.%c %% %s == 0", "xyz"[axis], name),
                                                        term_eq(t, rest, term_const(t, 64, 0))}});
    for (uint32_t i = 0; i < survey->quotient_count; i++)
        if (survey->quotients[i].axis == axis)
            add_numbered(survey, survey->quotients[i].by, size);
}

/* The parameter that is halved time and again: P >> x, P >> 1 >> x, P / (1 << x); TERM_NONE. */
static term_ref halved(const struct term_table *t, term_ref r) {
    enum term_op op = term_op_of(term_get(t, r));
    term_ref by = term_child(t, r, 1), whole = survey_undivided(t, term_child(t, r, 0));
    bool is_shift = (op == TERM_LSHR || op == TERM_ASHR) && !term_is_const(t, by, NULL);
    bool is_divided = (op == TERM_UDIV || op == TERM_SDIV) && term_op_of(term_get(t, by)) == TERM_SHL;
    return (is_shift || is_divided) && survey_is_param(t, whole) ? whole : TERM_NONE;
}

struct sizes {
    term_ref list[PARTS_MAX];
    uint32_t count;
};

static void add_halved(const struct term_table *t, term_ref root, struct sizes *sizes) {
    struct term_walk walk;
    term_walk_begin(&walk, t, root);
    for (term_ref r; term_walk_next(&walk, &r);) {
        term_ref size = term_get(t, r)->arity == 2 ? halved(t, r) : TERM_NONE;
        bool is_new = !term_is_none(size) && sizes->count < PARTS_MAX;
        for (uint32_t i = 0; i < sizes->count; i++)
            is_new = is_new && !term_same(sizes->list[i], size);
        if (is_new)
            sizes->list[sizes->count++] = size;
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
}

/* What the kernel halves. */
static struct sizes sizes_of(const struct prover *prover) {
    struct sizes sizes = {.count = 0};
    for (uint32_t i = 0; i < prover->protocol->item_count; i++) {
        add_halved(prover->terms, prover->frame->items[i].guard, &sizes);
        if (prover->protocol->items[i].kind == ITEM_ACCESS)
            add_halved(prover->terms, prover->frame->items[i].offset, &sizes);
    }
    return sizes;
}

/* What else numbers groups of threads, in any access. */
static void note_quotients(struct survey *survey) {
    struct prover *prover = survey->prover;
    struct candidates unused = {.count = 0};
    struct survey *all = mem_alloc(sizeof *all); /* large: not the arena's */
    *all = (struct survey){.prover = prover, .out = &unused, .array = PROTOCOL_NONE};
    for (uint32_t i = 0; i < prover->protocol->item_count; i++)
        if (prover->protocol->items[i].kind == ITEM_ACCESS)
            survey_terms(all, prover->frame->items[i].offset);
    for (uint32_t i = 0; i < all->quotient_count; i++)
        survey->quotients[i] = all->quotients[i];
    survey->quotient_count = all->quotient_count;
    vec_release(&all->limited);
    mem_free(all, sizeof *all);
}

/* ---- partners: threadIdx.x ^ j, in steps that double up to a parameter ---- */

static bool has_operator(const struct term_table *t, term_ref root, enum term_op op) {
    bool found = false;
    struct term_walk walk;
    term_walk_begin(&walk, t, root);
    for (term_ref r; !found && term_walk_next(&walk, &r);) {
        found = term_op_of(term_get(t, r)) == op && !term_is_const(t, term_child(t, r, 1), NULL);
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
    return found;
}

static bool has_partners(const struct survey *survey) {
    const struct protocol *p = survey->prover->protocol;
    bool found = false;
    for (uint32_t i = 0; i < p->item_count && !found; i++)
        found = p->items[i].kind == ITEM_ACCESS && p->items[i].array == survey->array &&
                has_operator(survey->prover->terms, survey->prover->frame->items[i].offset, TERM_XOR);
    return found;
}

/* Thread numbers below a power of two keep below it: of the parameter that a loop's doubling counter stays below. */
static void add_doubled(struct survey *survey) {
    const struct protocol *p = survey->prover->protocol;
    const struct term_table *t = survey->prover->terms;
    for (uint32_t i = 0; i < p->loop_count && has_partners(survey); i++) {
        const term_ref r = p->loops[i].proceeds;
        enum term_op op = term_is_none(r) ? TERM_CONST : term_op_of(term_get(t, r));
        if ((op == TERM_ULT || op == TERM_ULE || op == TERM_SLT || op == TERM_SLE) && survey_is_param(t, term_child(t, r, 1)) &&
            has_operator(t, term_child(t, r, 0), TERM_SHL))
            survey_add_power(survey, term_child(t, r, 1));
    }
}

void survey_masks(struct survey *survey) {
    const struct term_table *t = survey->prover->terms;
    add_doubled(survey);
    struct sizes sizes = {.count = 0};
    if (survey->mask_count > 0) {
        sizes = sizes_of(survey->prover);
        note_quotients(survey);
    }
    for (uint32_t i = 0; i < survey->mask_count; i++) {
        const struct thread_part mask = survey->masks[i];
        term_ref own = survey_size_below(t, mask.by);
        if (!term_is_none(own))
            add_groups(survey, own, mask.axis);
        for (uint32_t k = 0; k < sizes.count && term_is_none(own); k++) {
            if (term_same(sizes.list[k], mask.by) || term_width(t, sizes.list[k]) != term_width(t, mask.by))
                continue;
            survey_add_power(survey, sizes.list[k]);
            add_same(survey, mask.by, sizes.list[k]);
            add_groups(survey, sizes.list[k], mask.axis);
        }
    }
}

/* ---- sets of candidates ---- */

/* The SAME of a mask: it equals its size less 1. */
static bool is_mask(const struct term_table *t, const struct candidate *c) {
    return c->class == CANDIDATE_SAME && term_op_of(term_get(t, c->other)) == TERM_ADD;
}

static bool is_size(const struct term_table *t, const struct candidates *c, uint32_t set, symbol_ref symbol) {
    bool is = false;
    for (uint32_t i = 0; i < c->count; i++)
        is |= (set >> i & 1) && is_mask(t, &c->list[i]) && term_has_symbol(t, c->list[i].other, symbol);
    return is;
}

const struct candidate *candidates_power(const struct term_table *t, const struct candidates *c, uint32_t set) {
    const struct candidate *found = NULL;
    for (uint32_t i = 0; i < c->count; i++)
        if ((set >> i & 1) && c->list[i].class == CANDIDATE_POWER && (!found || is_size(t, c, set, c->list[i].symbol)))
            found = &c->list[i];
    return found;
}

/* The mask, what is said of its size, rows and signs. */
uint32_t candidates_of_masks(const struct term_table *t, const struct candidates *c, uint32_t set) {
    const struct candidate *power = candidates_power(t, c, set);
    uint32_t found = 0;
    if (!power || !is_size(t, c, set, power->symbol))
        return 0;
    for (uint32_t i = 0; i < c->count; i++) {
        enum candidate_class class = c->list[i].class;
        bool is_needed = is_mask(t, &c->list[i]) || class == CANDIDATE_SIGN || class == CANDIDATE_ROW ||
                         (!c->list[i].is_contents && term_has_symbol(t, c->list[i].condition.term, power->symbol));
        found |= (uint32_t)(is_needed && (set >> i & 1)) << i;
    }
    return found;
}
