/* What is claimed of terms: that operations do not wrap. Which operations claims may speak of, and how views carry them. */
#include "integer/view.h"

#include <stdlib.h>

#include "base/breakage.h"
#include "term/walk.h"

#define SMALL_MAX 65535u
#define SMALL_WIDTH 32u /* of the sums that it is small in */

__extension__ typedef __int128 wide;

void view_add_claims(struct integer_space *space, struct integer_view *into, const uint32_t *claims, uint32_t count) {
    if (count == 0)
        return;
    uint32_t *all = arena_alloc(space->arena, (into->claim_count + count) * sizeof *all);
    uint32_t i = 0, j = 0, n = 0;
    while (i < into->claim_count || j < count) {
        uint32_t next = i >= into->claim_count ? claims[j] : j >= count ? into->claims[i] : into->claims[i] < claims[j] ? into->claims[i] : claims[j];
        if (i < into->claim_count && into->claims[i] == next)
            i++;
        if (j < count && claims[j] == next)
            j++;
        all[n++] = next;
    }
    into->claims = all;
    into->claim_count = n;
}

uint32_t integer_needed_claims(const struct integer_space *space, const uint32_t *claims, uint32_t count, uint32_t *out) {
    uint32_t needed = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!space->claims.data[claims[i]].is_beside)
            out[needed++] = claims[i];
    return needed;
}

/* The claim, made only where the condition holds. */
static uint32_t claim_under(struct integer_space *space, uint32_t claim, formula_ref condition) {
    uint64_t key = UINT64_C(1) << 63 | (uint64_t)claim << 32 | condition.id;
    uint32_t found;
    struct claim c = space->claims.data[claim];
    if (c.kind != ASSUMPTION_NO_SIGNED_OVERFLOW || space->formulas.data[condition.id].kind == FORMULA_TRUE)
        return claim;
    if (map_get(&space->claim_of, key, &found))
        return found;
    c.formula = formula_or(space, formula_not(space, condition), c.formula);
    vec_push(&space->claims, c);
    map_set(&space->claim_of, key, space->claims.size - 1);
    return space->claims.size - 1;
}

static int compare_claims(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

void view_add_claims_under(struct integer_space *space, struct integer_view *into, formula_ref condition, const uint32_t *claims, uint32_t count) {
    if (count == 0)
        return;
    uint32_t *under = arena_alloc(space->arena, count * sizeof *under), n = 0;
    for (uint32_t i = 0; i < count; i++)
        under[i] = claim_under(space, claims[i], condition);
    qsort(under, count, sizeof *under, compare_claims);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || under[i] != under[i - 1])
            under[n++] = under[i];
    view_add_claims(space, into, under, n);
}

bool claim_is_cut(const struct term_table *t, term_ref r) {
    const struct term *term = term_get(t, r);
    uint64_t mask;
    return (term_op_of(term) == TERM_TRUNC && term->width_bits == 24) ||
           (term_op_of(term) == TERM_AND && term->width_bits == 32 && term_is_const(t, term_child(t, r, 1), &mask) && mask == 0xffffff);
}

/* Sums and products of launch dimensions, indices, parameters and ordinals.
   A sum may also contain a value that is small whatever it is, say x & 15:
   what is claimed then is about the rest of the sum. In fewer than 32 bits nothing is small. */
static bool is_plain(struct term_table *t, term_ref r, uint32_t depth, bool in_sum) {
    const struct term *term = term_get(t, r);
    enum term_op op = term_op_of(term);
    if (in_sum && depth > 0 && term->width_bits >= SMALL_WIDTH && op != TERM_CONST && op != TERM_ADD && term_range_of(t, r).umax <= SMALL_MAX)
        return true;
    if (depth > 40 || (term->deps & (DEP_MEMORY | DEP_APPROX)))
        return false;
    if (op == TERM_ZEXT && depth > 0 && term->width_bits == 64 && term_width(t, term_child(t, r, 0)) <= 32)
        return true;
    if (op == TERM_CONST)
        return term->width_bits > 62 ? term->value < (uint64_t)INTEGER_LIMIT : term->value >> (term->width_bits - 1) == 0;
    if (op == TERM_SYMBOL)
        return true;
    if (op == TERM_SDIV || op == TERM_SREM) /* wraps only for the least number by -1 */
        return is_plain(t, term_child(t, r, 0), depth + 1, false) && is_plain(t, term_child(t, r, 1), depth + 1, false);
    if (op == TERM_LSHR || op == TERM_ASHR || op == TERM_UDIV || op == TERM_UREM || op == TERM_AND) /* cannot wrap */
        return is_plain(t, term_child(t, r, 0), depth + 1, false);
    if (op != TERM_ADD && op != TERM_MUL && op != TERM_ZEXT && op != TERM_SEXT && op != TERM_TRUNC)
        return false;
    if (op == TERM_TRUNC && !claim_is_cut(t, r))
        return false;
    for (uint32_t i = 0; i < term->arity; i++)
        if (!is_plain(t, term_child(t, r, i), depth + 1, op == TERM_ADD))
            return false;
    return true;
}

/* Of symbols, constants, masked numbers and remainders by sums, products and quotients. */
static bool is_made_of_sizes(const struct term_table *t, term_ref root) {
    bool is_made = true;
    struct term_walk walk;
    term_walk_begin(&walk, t, root);
    for (term_ref r; is_made && term_walk_next(&walk, &r);) {
        enum term_op op = term_op_of(term_get(t, r));
        if (op == TERM_AND || op == TERM_UREM || op == TERM_SREM)
            continue;
        is_made = op == TERM_CONST || op == TERM_SYMBOL || op == TERM_ADD || op == TERM_MUL || op == TERM_ZEXT || op == TERM_SEXT ||
                  op == TERM_UDIV || op == TERM_SDIV || op == TERM_LSHR || op == TERM_ASHR;
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
    return is_made;
}

bool integer_is_rest(const struct term_table *t, term_ref r) {
    const struct term *term = term_get(t, r);
    uint64_t by;
    if (term_op_of(term) == TERM_ADD)
        return integer_is_rest(t, term_child(t, r, 0)) || integer_is_rest(t, term_child(t, r, 1));
    bool is_negative = term_op_of(term) == TERM_MUL && term_is_const(t, term_child(t, r, 1), &by) && by >> (term->width_bits - 1) != 0;
    return is_negative && !is_made_of_sizes(t, term_child(t, r, 0));
}

/* Blocks of up to 1024 threads in the shapes that a device allows, in a grid of a few of them; and grids of 1024 small blocks. */
const struct ordinary_launch integer_ordinary_launches[] = {
    {{1024, 1, 1}, {64, 4, 4}}, {{1, 1024, 1}, {4, 4, 4}},  {{1, 1, 64}, {4, 4, 4}},  {{32, 32, 1}, {16, 16, 1}},
    {{16, 16, 4}, {4, 4, 4}},   {{1, 16, 64}, {4, 4, 4}},   {{16, 1, 64}, {4, 4, 4}}, {{64, 1, 1}, {1024, 1, 1}},
    {{8, 8, 1}, {32, 32, 1}},   {{64, 1, 1}, {1, 1024, 1}}, {{64, 1, 1}, {1, 1, 64}},
};
const uint32_t integer_ordinary_count = sizeof integer_ordinary_launches / sizeof *integer_ordinary_launches;

enum { ORDINARY_PARAM = 16, ORDINARY_OTHER = 2 };

static wide ordinary_symbol(const struct integer_space *space, symbol_ref symbol, const struct ordinary_launch *launch) {
    const struct symbol *s = symbol_get(space->terms, symbol);
    uint32_t limit;
    wide value = ORDINARY_OTHER;
    switch (s->role) {
    case SYMBOL_TID: value = launch->block[s->axis] - 1; break;
    case SYMBOL_BDIM: value = launch->block[s->axis]; break;
    case SYMBOL_BID: value = launch->grid[s->axis] - 1; break;
    case SYMBOL_GDIM: value = launch->grid[s->axis]; break;
    case SYMBOL_PARAM: value = ORDINARY_PARAM; break;
    case SYMBOL_COUNTER:
    case SYMBOL_FINAL:
    case SYMBOL_VALUE: break;
    }
    if (map_get(&space->limit_of, symbol.id, &limit) && (s->role == SYMBOL_TID || s->role == SYMBOL_BID))
        value = value < limit ? value : limit - 1;
    return value;
}

static const wide HUGE_VALUE = (wide)1 << 100;

/* A sum's or product's value, without wraps, for the last thread of the launch; HUGE_VALUE if it is beyond that, 0 for other operations. */
static wide ordinary_value(const struct integer_space *space, term_ref r, bool is_signed, const struct ordinary_launch *launch, uint32_t depth) {
    struct term_table *t = space->terms;
    const struct term *term = term_get(t, r);
    enum term_op op = term_op_of(term);
    if (op == TERM_CONST) {
        bool is_negative = is_signed && term->value >> (term->width_bits - 1) != 0;
        return is_negative ? (wide)term->value - ((wide)1 << term->width_bits) : (wide)term->value;
    }
    if (op == TERM_SYMBOL) {
        wide value = ordinary_symbol(space, (symbol_ref){(uint32_t)term->value}, launch), most = term_range_of(t, r).umax;
        return value < most ? value : most;
    }
    if (op == TERM_ZEXT || op == TERM_SEXT || claim_is_cut(t, r))
        return ordinary_value(space, term_child(t, r, 0), op == TERM_SEXT, launch, depth + 1);
    if (depth > 40 || (op != TERM_ADD && op != TERM_MUL))
        return 0;
    wide a = ordinary_value(space, term_child(t, r, 0), is_signed, launch, depth + 1), value;
    wide b = ordinary_value(space, term_child(t, r, 1), is_signed, launch, depth + 1);
    bool overflows = op == TERM_ADD ? __builtin_add_overflow(a, b, &value) : __builtin_mul_overflow(a, b, &value);
    return overflows || value > HUGE_VALUE || value < -HUGE_VALUE ? HUGE_VALUE : value;
}

/* Whether it wraps in some ordinary launch. */
static bool wraps_ordinarily(const struct integer_space *space, term_ref r, bool is_signed) {
    uint8_t width = claim_is_cut(space->terms, r) ? 24 : term_get(space->terms, r)->width_bits;
    wide most = ((wide)1 << (width - is_signed)) - 1, least = is_signed ? -((wide)1 << (width - 1)) : 0;
    for (uint32_t i = 0; i < integer_ordinary_count && width < 64; i++) {
        wide value = ordinary_value(space, r, is_signed, &integer_ordinary_launches[i], 0);
        if (value > most || value < least)
            return true;
    }
    return false;
}

uint64_t integer_ordinary_value(const struct integer_space *space, term_ref r, const struct ordinary_launch *launch) {
    wide value = ordinary_value(space, r, false, launch, 0);
    return value > (wide)UINT64_MAX ? UINT64_MAX : value < 0 ? 0 : (uint64_t)value;
}

struct freedom {
    const struct integer_space *space;
    bool is_free;
};

static void note_free(void *context, symbol_ref symbol) {
    struct freedom *f = context;
    enum symbol_role role = symbol_get(f->space->terms, symbol)->role;
    f->is_free |= (role != SYMBOL_TID && role != SYMBOL_BID) || !map_get(&f->space->limit_of, symbol.id, NULL);
}

/* Everything that the term depends on is fixed by the launch or an index with a fixed bound: ranges decide whether it wraps. */
static bool is_fixed(const struct integer_space *space, term_ref r) {
    struct freedom f = {space, false};
    term_visit_symbols(space->terms, r, note_free, &f);
    return !f.is_free && !(term_deps(space->terms, r) & DEP_MEMORY);
}

/* No claim is made of what an ordinary launch wraps (a hash, bits shifted out, an index times a large constant), of what the
   launch fixes, or of what was refused before. */
bool claim_is_refused(const struct integer_space *space, term_ref r, bool is_signed) {
    if (BREAK(CLAIMS))
        return false;
    if (is_fixed(space, r) || (space->refuses && space->refuses(space->refuses_context, r, is_signed)))
        return true;
    return wraps_ordinarily(space, r, is_signed);
}

void integer_note_limit(struct integer_space *space, symbol_ref symbol, uint32_t limit) {
    map_set(&space->limit_of, symbol.id, limit);
}

void integer_note_exact(struct integer_space *space, term_ref sum) {
    map_set(&space->exact, sum.id, 1);
}

void integer_refuse(struct integer_space *space, claim_filter *refuses, void *context) {
    space->refuses = refuses;
    space->refuses_context = context;
}

bool integer_is_size(struct term_table *t, term_ref r) {
    return is_plain(t, r, 0, false);
}

uint32_t claim_add(struct integer_space *space, enum assumption_kind kind, term_ref t, bool is_signed, formula_ref f) {
    uint64_t key = (uint64_t)t.id * 2 + is_signed;
    uint32_t found;
    if (map_get(&space->claim_of, key, &found))
        return found;
    uint32_t index = space->claims.size;
    vec_push(&space->claims, (struct claim){kind, t, is_signed, f, index, false});
    map_set(&space->claim_of, key, index);
    return index;
}
