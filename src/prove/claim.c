/* What is claimed of terms: that operations do not wrap. Which operations claims may speak of, and how views carry them. */
#include "prove/integer_view.h"

#define SMALL_MAX 65535u
#define SMALL_WIDTH 32u /* of the sums that it is small in */

__extension__ typedef __int128 wide;

void view_add_claims(struct integer_space *space, struct integer_view *into, const uint32_t *claims, uint32_t count) {
    if (count == 0)
        return;
    uint32_t *all = arena_alloc(space->arena, (into->claim_count + count) * sizeof *all);
    uint32_t i = 0, j = 0, n = 0;
    while (i < into->claim_count || j < count) {
        uint32_t next = i >= into->claim_count ? claims[j] : j >= count ? into->claims[i]
                        : into->claims[i] < claims[j] ? into->claims[i] : claims[j];
        if (i < into->claim_count && into->claims[i] == next)
            i++;
        if (j < count && claims[j] == next)
            j++;
        all[n++] = next;
    }
    into->claims = all;
    into->claim_count = n;
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

void view_add_claims_under(struct integer_space *space, struct integer_view *into, formula_ref condition, const uint32_t *claims,
                               uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t claim = claim_under(space, claims[i], condition);
        view_add_claims(space, into, &claim, 1);
    }
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

/* A full block is an ordinary one, a grid of a few of them, an argument of 16. */
static wide small_symbol(const struct symbol *s) {
    static const wide threads[3] = {1024, 32, 4};
    switch (s->role) {
    case SYMBOL_TID: return threads[s->axis] - 1;
    case SYMBOL_BDIM: return threads[s->axis];
    case SYMBOL_BID: return 3;
    case SYMBOL_GDIM: return 4;
    case SYMBOL_PARAM: return 16;
    case SYMBOL_COUNTER: case SYMBOL_FINAL: case SYMBOL_VALUE: break;
    }
    return 2;
}

/* A plain term's value, without wraps, for a late thread of a small launch with small arguments. */
static wide small_value(struct term_table *t, term_ref r, uint32_t depth) {
    static const wide huge = (wide)1 << 100;
    const struct term *term = term_get(t, r);
    enum term_op op = term_op_of(term);
    if (op == TERM_CONST)
        return term->value;
    if (op == TERM_SYMBOL) {
        wide small = small_symbol(symbol_get(t, (symbol_ref){(uint32_t)term->value})), most = term_range_of(t, r).umax;
        return small < most ? small : most;
    }
    if (op == TERM_ZEXT || op == TERM_SEXT || claim_is_cut(t, r))
        return small_value(t, term_child(t, r, 0), depth + 1);
    if (depth > 40 || (op != TERM_ADD && op != TERM_MUL))
        return 0;
    wide a = small_value(t, term_child(t, r, 0), depth + 1), b = small_value(t, term_child(t, r, 1), depth + 1);
    if (a >= huge || b >= huge || (op == TERM_MUL && a != 0 && b > huge / a))
        return huge;
    return op == TERM_ADD ? a + b : a * b;
}

/* Arithmetic that wraps in any launch worth the name is meant to: a hash, bits shifted out. */
bool claim_is_absurd(struct term_table *t, term_ref r, bool is_signed) {
    uint8_t width = term_get(t, r)->width_bits;
    return width < 64 && small_value(t, r, 0) >> (width - is_signed) != 0;
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
    vec_push(&space->claims, (struct claim){kind, t, is_signed, f, index});
    map_set(&space->claim_of, key, index);
    return index;
}
