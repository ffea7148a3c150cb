/* Integer views of terms (integer.h). */
#include "prove/integer.h"

#include <assert.h>

#include "base/breakage.h"

#define DEPTH_MAX 1500u

__extension__ typedef __int128 wide;

void integer_space_init(struct integer_space *space, struct arena *arena, struct term_table *terms, bool modular) {
    *space = (struct integer_space){.arena = arena, .terms = terms, .modular = modular};
    map_init(&space->view_of);
    map_init(&space->atom_of);
    map_init(&space->formula_of);
    map_init(&space->division_of);
    map_init(&space->claim_of);
    map_init(&space->sides_of);
    map_init(&space->query_of);
    vec_push(&space->formulas, (struct formula){.kind = FORMULA_FALSE});
    vec_push(&space->formulas, (struct formula){.kind = FORMULA_TRUE});
    vec_push(&space->formulas, (struct formula){.kind = FORMULA_FALSE});
}

void integer_space_release(struct integer_space *space) {
    map_release(&space->view_of);
    map_release(&space->atom_of);
    map_release(&space->formula_of);
    map_release(&space->division_of);
    map_release(&space->claim_of);
    map_release(&space->sides_of);
    map_release(&space->query_of);
    vec_release(&space->query_claims);
    vec_release(&space->sides);
    vec_release(&space->atoms);
    vec_release(&space->formulas);
    vec_release(&space->divisions);
    vec_release(&space->claims);
    vec_release(&space->views);
    vec_release(&space->formula_claims);
    vec_release(&space->sizes);
}

void integer_note_size(struct integer_space *space, struct size_known size) {
    vec_push(&space->sizes, size);
}

uint32_t integer_add_atom(struct integer_space *space, struct atom atom) {
    vec_push(&space->atoms, atom);
    return space->atoms.size - 1;
}

struct linear integer_atom(struct integer_space *space, uint32_t atom) {
    struct monomial *m = arena_alloc(space->arena, sizeof *m);
    *m = (struct monomial){atom, 1};
    return (struct linear){m, 1, 0};
}

static struct integer_view view_of_linear(struct integer_space *space, struct linear l) {
    struct integer_view v = {.linear = l};
    integer_range(space, &l, &v.low, &v.high);
    return v;
}

static int64_t saturated(wide value) {
    return value >= INTEGER_LIMIT ? INTEGER_LIMIT : value <= -INTEGER_LIMIT ? -INTEGER_LIMIT : (int64_t)value;
}

static bool is_bounded(const struct integer_view *v) {
    return v->low > -INTEGER_LIMIT && v->high < INTEGER_LIMIT;
}

/* Bounds of a sum or product from the bounds of its parts, which may be
   tighter than those of the linear form: claims bound what atoms do not. */
static void tighten(struct integer_view *v, enum term_op op, const struct integer_view parts[2]) {
    if (!is_bounded(&parts[0]) || !is_bounded(&parts[1]))
        return;
    wide a = parts[0].low, b = parts[0].high, c = parts[1].low, d = parts[1].high;
    wide low = a + c, high = b + d;
    if (op == TERM_MUL) {
        wide corners[4] = {a * c, a * d, b * c, b * d};
        low = high = corners[0];
        for (int i = 1; i < 4; i++) {
            low = corners[i] < low ? corners[i] : low;
            high = corners[i] > high ? corners[i] : high;
        }
    }
    v->low = saturated(low) > v->low ? saturated(low) : v->low;
    v->high = saturated(high) < v->high ? saturated(high) : v->high;
}

static void merge_claims(struct integer_space *space, struct integer_view *into, const uint32_t *claims, uint32_t count) {
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

static void merge_claims_under(struct integer_space *space, struct integer_view *into, formula_ref condition, const uint32_t *claims,
                               uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t claim = claim_under(space, claims[i], condition);
        merge_claims(space, into, &claim, 1);
    }
}

static void target_range(uint8_t width, bool is_signed, int64_t *low, int64_t *high) {
    *low = -INTEGER_LIMIT;
    *high = INTEGER_LIMIT;
    if (!is_signed)
        *low = 0;
    if (width <= 62) {
        *low = is_signed ? -(INT64_C(1) << (width - 1)) : 0;
        *high = is_signed ? (INT64_C(1) << (width - 1)) - 1 : (INT64_C(1) << width) - 1;
    }
}

/* Whether bounds show that v lies in the target; INTEGER_LIMIT as a bound means
   "no bound known", which fits only where the target has none either. */
static bool range_fits(const struct integer_view *v, uint8_t width, bool is_signed) {
    int64_t least, most;
    target_range(width, is_signed, &least, &most);
    return v->low >= least && v->high <= most && is_bounded(v);
}

static formula_ref within(struct integer_space *space, const struct linear *l, int64_t low, int64_t high) {
    struct linear bound_low = integer_constant(low), bound_high = integer_constant(high);
    formula_ref f = formula_bool(space, true);
    if (low > -INTEGER_LIMIT)
        f = formula_and(space, f, formula_less(space, &bound_low, l, true));
    if (high < INTEGER_LIMIT)
        f = formula_and(space, f, formula_less(space, l, &bound_high, true));
    return f;
}

#define SMALL_MAX 65535u

/* Sums and products of launch dimensions, indices, parameters and ordinals.
   A sum may also contain a value that is small whatever it is, say x & 15:
   what is claimed then is about the rest of the sum. */
static bool is_plain(struct term_table *t, term_ref r, uint32_t depth, bool in_sum) {
    const struct term *term = term_get(t, r);
    enum term_op op = term_op_of(term);
    if (in_sum && depth > 0 && op != TERM_CONST && op != TERM_ADD && term_range_of(t, r).umax <= SMALL_MAX)
        return true;
    if (depth > 40 || (term->deps & (DEP_MEMORY | DEP_APPROX)))
        return false;
    if (op == TERM_CONST)
        return term->width_bits > 62 ? term->value < (uint64_t)INTEGER_LIMIT : term->value >> (term->width_bits - 1) == 0;
    if (op == TERM_SYMBOL)
        return true;
    uint64_t divisor;
    bool is_part = op == TERM_SDIV && term_is_const(t, term_child(t, r, 1), &divisor) && divisor > 1 && divisor >> (term->width_bits - 1) == 0;
    if (is_part || op == TERM_LSHR || op == TERM_UDIV || op == TERM_UREM || op == TERM_AND) /* cannot wrap */
        return is_plain(t, term_child(t, r, 0), depth + 1, false);
    if (op != TERM_ADD && op != TERM_MUL && op != TERM_ZEXT && op != TERM_SEXT)
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
    if (op == TERM_ZEXT || op == TERM_SEXT)
        return small_value(t, term_child(t, r, 0), depth + 1);
    if (depth > 40 || (op != TERM_ADD && op != TERM_MUL))
        return 0;
    wide a = small_value(t, term_child(t, r, 0), depth + 1), b = small_value(t, term_child(t, r, 1), depth + 1);
    if (a >= huge || b >= huge || (op == TERM_MUL && a != 0 && b > huge / a))
        return huge;
    return op == TERM_ADD ? a + b : a * b;
}

/* Arithmetic that wraps in any launch worth the name is meant to: a hash, bits shifted out. */
static bool is_meant_to_wrap(struct term_table *t, term_ref r, bool is_signed) {
    uint8_t width = term_get(t, r)->width_bits;
    return width < 64 && small_value(t, r, 0) >> (width - is_signed) != 0;
}

bool integer_is_size(struct term_table *t, term_ref r) {
    return is_plain(t, r, 0, false);
}

static bool is_counter(const struct term_table *t, term_ref r) {
    const struct term *term = term_get(t, r);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    enum symbol_role role = symbol_get(t, (symbol_ref){(uint32_t)term->value})->role;
    return role == SYMBOL_COUNTER || role == SYMBOL_FINAL;
}

static uint32_t add_claim(struct integer_space *space, enum assumption_kind kind, term_ref t, bool is_signed, formula_ref f) {
    uint64_t key = (uint64_t)t.id * 2 + is_signed;
    uint32_t found;
    if (map_get(&space->claim_of, key, &found))
        return found;
    uint32_t index = space->claims.size;
    vec_push(&space->claims, (struct claim){kind, t, is_signed, f, index});
    map_set(&space->claim_of, key, index);
    return index;
}

/* An unknown value of a term within the bounds of the view. */
static struct integer_view opaque(struct integer_space *space, term_ref t, bool is_signed) {
    uint64_t key = (uint64_t)t.id * 2 + is_signed;
    uint32_t atom;
    if (!map_get(&space->atom_of, key, &atom)) {
        struct term_range r = term_range_of(space->terms, t);
        int64_t low, high;
        target_range(term_width(space->terms, t), is_signed, &low, &high);
        if (is_signed) {
            low = r.smin > low ? r.smin : low;
            high = r.smax < high ? r.smax : high;
        } else {
            if (r.umin < (uint64_t)INTEGER_LIMIT && (int64_t)r.umin > low)
                low = (int64_t)r.umin;
            if (r.umax < (uint64_t)INTEGER_LIMIT && (int64_t)r.umax < high)
                high = (int64_t)r.umax;
        }
        atom = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = t, .low = low, .high = high});
        map_set(&space->atom_of, key, atom);
    }
    return view_of_linear(space, integer_atom(space, atom));
}

/* The value of t, which is l up to multiples of 2^width, in the wanted view. */
static struct integer_view fit(struct integer_space *space, term_ref t, struct integer_view v, bool is_signed, bool may_claim,
                               enum assumption_kind kind) {
    uint8_t width = term_width(space->terms, t);
    if (range_fits(&v, width, is_signed) || BREAK(WRAP))
        return v;
    int64_t least, most, low, high;
    target_range(width, is_signed, &least, &most);
    if (may_claim) {
        uint32_t claim = add_claim(space, kind, t, is_signed, within(space, &v.linear, least, most));
        merge_claims(space, &v, &claim, 1);
        v.low = v.low > least ? v.low : least;
        v.high = v.high < most ? v.high : most;
        return v;
    }
    low = v.low;
    high = v.high;
    if (width > 40 || low <= -INTEGER_LIMIT || high >= INTEGER_LIMIT) {
        struct integer_view unknown = opaque(space, t, is_signed);
        merge_claims(space, &unknown, v.claims, v.claim_count);
        return unknown;
    }
    int64_t modulus = INT64_C(1) << width;
    int64_t q_low = (low - least) / modulus - ((low - least) % modulus < 0);
    int64_t q_high = (high - least) / modulus - ((high - least) % modulus < 0);
    uint32_t q = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = TERM_NONE, .low = q_low, .high = q_high});
    struct linear turns = integer_atom(space, q), wrapped;
    if (!integer_combine(space, 1, &v.linear, -modulus, &turns, &wrapped))
        return opaque(space, t, is_signed);
    uint32_t value = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = t, .low = least, .high = most});
    struct linear result = integer_atom(space, value), zero;
    if (!integer_combine(space, 1, &wrapped, -1, &result, &zero))
        return opaque(space, t, is_signed);
    space->atoms.data[value].definition = formula_eq(space, &zero);
    struct integer_view out = view_of_linear(space, result);
    merge_claims(space, &out, v.claims, v.claim_count);
    return out;
}

static struct integer_view convert(struct integer_space *space, term_ref t, bool to_signed) {
    return fit(space, t, *integer_view_of(space, t, !to_signed), to_signed, false, ASSUMPTION_NO_WRAP);
}

/* A fact bounds the symbol below half its range: both views agree. */
static bool is_below_half(const struct integer_space *space, term_ref t) {
    const struct term *term = term_get(space->terms, t);
    symbol_ref s = {(uint32_t)term->value};
    uint64_t limit;
    for (uint32_t i = 0; i < symbol_fact_count(space->terms, s); i++) {
        term_ref fact = symbol_fact(space->terms, s, i);
        if (term_op_of(term_get(space->terms, fact)) == TERM_ULT && term_same(term_child(space->terms, fact, 0), t) &&
            term_is_const(space->terms, term_child(space->terms, fact, 1), &limit) && limit <= UINT64_C(1) << (term->width_bits - 1))
            return true;
    }
    return false;
}

/* A bound divided; none stays none. */
static int64_t bound_by(int64_t bound, int64_t factor) {
    return bound <= -INTEGER_LIMIT || bound >= INTEGER_LIMIT ? bound : bound / factor;
}

/* factor * q for every such value of the width, once. */
static struct integer_view size_view(struct integer_space *space, term_ref t, const struct size_known *size, bool is_signed) {
    uint32_t atom;
    int64_t low, high;
    target_range(term_width(space->terms, t), !size->is_unsigned, &low, &high);
    if (is_signed == size->is_unsigned && !size->is_natural)
        return convert(space, t, is_signed);
    low = size->is_natural ? 0 : low;
    uint64_t key = (uint64_t)t.id * 2 + 1;
    if (!map_get(&space->atom_of, key, &atom)) {
        atom = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = t, .low = bound_by(low, size->factor), .high = bound_by(high, size->factor)});
        map_set(&space->atom_of, key, atom);
    }
    struct linear q = integer_atom(space, atom), zero = integer_constant(0), value;
    return integer_combine(space, size->factor, &q, 0, &zero, &value) ? view_of_linear(space, value) : opaque(space, t, is_signed);
}

static struct integer_view symbol_view(struct integer_space *space, term_ref t, bool is_signed) {
    const struct term *term = term_get(space->terms, t);
    for (uint32_t i = 0; i < space->sizes.size; i++)
        if (space->sizes.data[i].symbol == (uint32_t)term->value)
            return size_view(space, t, &space->sizes.data[i], is_signed);
    const struct symbol *symbol = symbol_get(space->terms, (symbol_ref){(uint32_t)term->value});
    uint8_t width = term->width_bits;
    bool is_cut = symbol->role == SYMBOL_VALUE && width != 1 && width != 8 && width != 16 && width != 32 && width != 64; /* a bound, no type */
    bool natural = is_cut || (symbol->role != SYMBOL_PARAM && symbol->role != SYMBOL_VALUE);
    bool counts = symbol->role == SYMBOL_COUNTER || symbol->role == SYMBOL_FINAL;
    bool unbounded = is_cut || (counts && term->width_bits <= 62 && !is_below_half(space, t));
    if (unbounded && is_signed)
        return convert(space, t, true);
    if (!natural && !is_signed)
        return convert(space, t, false);
    uint32_t atom;
    uint64_t key = (uint64_t)t.id * 2 + 1;
    if (map_get(&space->atom_of, key, &atom))
        return view_of_linear(space, integer_atom(space, atom));
    int64_t low, high;
    target_range(term->width_bits, !unbounded, &low, &high);
    if (natural) {
        struct term_range r = term_range_of(space->terms, t);
        uint64_t limit;
        low = (int64_t)r.umin;
        high = r.umax < (uint64_t)high ? (int64_t)r.umax : high;
        symbol_ref s = {(uint32_t)term->value};
        for (uint32_t i = 0; i < symbol_fact_count(space->terms, s); i++) {
            term_ref fact = symbol_fact(space->terms, s, i);
            if (term_op_of(term_get(space->terms, fact)) == TERM_ULT && term_same(term_child(space->terms, fact, 0), t) &&
                term_is_const(space->terms, term_child(space->terms, fact, 1), &limit) && limit <= (uint64_t)high)
                high = (int64_t)limit - 1;
        }
    }
    atom = integer_add_atom(space, (struct atom){.kind = ATOM_SYMBOL, .term = t, .low = low, .high = high});
    map_set(&space->atom_of, key, atom);
    return view_of_linear(space, integer_atom(space, atom));
}

static int64_t constant_value(const struct term *term, bool is_signed) {
    uint8_t w = term->width_bits;
    if (is_signed && w < 64 && term->value >> (w - 1))
        return (int64_t)(term->value - (UINT64_C(1) << w));
    return (int64_t)term->value;
}

static struct integer_view constant_view(struct integer_space *space, term_ref t, bool is_signed) {
    const struct term *term = term_get(space->terms, t);
    int64_t value = constant_value(term, is_signed);
    if ((!is_signed && term->value >= (uint64_t)INTEGER_LIMIT) || value > INTEGER_LIMIT || value < -INTEGER_LIMIT)
        return opaque(space, t, is_signed);
    return view_of_linear(space, integer_constant(value));
}

/* ADD and MUL: which view the flags speak about, and what may be claimed. */
static struct integer_view arithmetic_view(struct integer_space *space, term_ref t, bool is_signed) {
    const struct term term = *term_get(space->terms, t);
    bool nsw = (term.flags & TERM_NSW) != 0, nuw = (term.flags & TERM_NUW) != 0;
    if (is_signed && nuw && !nsw)
        return convert(space, t, true);
    if (!is_signed && nsw && !nuw)
        return convert(space, t, false);
    bool flagged = is_signed ? nsw : nuw;
    bool plain = !flagged && !space->modular && is_plain(space->terms, t, 0, false) && !is_meant_to_wrap(space->terms, t, is_signed);
    struct integer_view out = view_of_linear(space, integer_constant(0)), views[2];
    struct linear parts[2];
    for (uint32_t i = 0; i < 2; i++) {
        term_ref child = term_child(space->terms, t, i);
        const struct term *c = term_get(space->terms, child);
        /* without a flag only the value modulo 2^w matters: -1 rather than 2^w - 1 */
        bool small = !flagged && !plain && term_op_of(c) == TERM_CONST;
        enum term_op below = term_op_of(c);
        bool never_negative = plain && (below == TERM_UDIV || below == TERM_UREM || below == TERM_LSHR || below == TERM_AND ||
                                        is_counter(space->terms, child));
        const struct integer_view *v = integer_view_of(space, child, (is_signed || small) && !never_negative);
        views[i] = *v;
        parts[i] = v->linear;
        merge_claims(space, &out, v->claims, v->claim_count);
    }
    bool fits = term_op_of(&term) == TERM_ADD ? integer_combine(space, 1, &parts[0], 1, &parts[1], &out.linear)
                                               : integer_multiply(space, parts[0], parts[1], &out.linear);
    if (!fits || !integer_gather(space, &out.linear)) {
        struct integer_view unknown = opaque(space, t, is_signed);
        merge_claims(space, &unknown, out.claims, out.claim_count);
        return unknown;
    }
    integer_range(space, &out.linear, &out.low, &out.high);
    tighten(&out, term_op_of(&term), views);
    return fit(space, t, out, is_signed, flagged || plain, flagged ? ASSUMPTION_NO_SIGNED_OVERFLOW : ASSUMPTION_NO_WRAP);
}

/* Quotient and remainder of x by d, both >= 0 where x >= 0 and d >= 1;
   rounding towards zero for signed operands, downwards for `floors`. Both lie
   in [least, most], the range of the operation's width, whatever d is. */
static void division(struct integer_space *space, const struct linear *x, const struct linear *d, bool floors,
                     int64_t least, int64_t most, uint32_t *q, uint32_t *r) {
    uint64_t key = integer_hash(integer_hash(hash_mix(77, (uint64_t)x->constant), x), d);
    key = hash_mix(hash_mix(hash_mix(hash_mix(key, (uint64_t)d->constant), floors), (uint64_t)least), (uint64_t)most);
    uint32_t known;
    for (; map_get(&space->division_of, key, &known); key++) {
        const struct division *old = &space->divisions.data[known];
        if (integer_equal(&old->x, x) && integer_equal(&old->d, d) && old->floors == floors && old->least == least && old->most == most) {
            *q = old->quotient;
            *r = *q + 1;
            return;
        }
    }
    int64_t low, high, d_low, d_high;
    integer_range(space, x, &low, &high);
    integer_range(space, d, &d_low, &d_high);
    bool fixed = d->count == 0 && d->constant >= 1;
    int64_t q_low = low < 0 ? low : 0, q_high = high < 0 ? 0 : high;
    if (fixed) {
        q_low = low <= -INTEGER_LIMIT ? low : low / d->constant - (low % d->constant < 0 && floors);
        q_high = high >= INTEGER_LIMIT ? high : high / d->constant;
    }
    int64_t r_high = d_high < INTEGER_LIMIT && d_low >= 1 ? d_high - 1 : INTEGER_LIMIT;
    if (high >= 0 && low >= 0 && high < r_high)
        r_high = high;
    int64_t r_low = low >= 0 || floors ? 0 : -INTEGER_LIMIT;
    bool known_sign = d_low >= 1 && (low >= 0 || floors);
    if (!known_sign && low >= 0 && !floors) { /* whatever d is, 0 included: x % 0 is x, x / 0 is -1 or the largest number */
        known_sign = true;
        r_low = 0;
        r_high = high;
        q_high = least < 0 && high >= 1 && high < most ? high : most;
        q_low = least < 0 && high >= 1 && -high > -most ? -high : least < 0 ? -most : 0;
    }
    *q = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .low = known_sign ? q_low : least, .high = known_sign ? q_high : most});
    *r = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .low = known_sign ? r_low : least, .high = known_sign ? r_high : most});
    vec_push(&space->divisions, (struct division){*x, *d, floors, least, most, *q});
    map_set(&space->division_of, key, space->divisions.size - 1);
    struct linear lq = integer_atom(space, *q), lr = integer_atom(space, *r), product, sum, zero = integer_constant(0), one = integer_constant(1);
    if (!integer_multiply(space, lq, *d, &product) || !integer_combine(space, 1, &product, 1, &lr, &sum) || !integer_combine(space, 1, &sum, -1, x, &sum))
        return;
    formula_ref law = formula_eq(space, &sum);
    formula_ref positive = formula_less(space, &one, d, true), x_positive = formula_less(space, &zero, x, true);
    formula_ref below = formula_less(space, &lr, d, false), above = formula_less(space, &zero, &lr, true);
    formula_ref rounding = formula_and(space, above, below);
    if (!floors && low < 0 && !BREAK(REMAINDER)) {
        struct linear minus;
        if (!integer_combine(space, -1, d, 0, &zero, &minus))
            return;
        formula_ref negative = formula_and(space, formula_less(space, &minus, &lr, false), formula_less(space, &lr, &zero, true));
        rounding = formula_and(space, formula_or(space, formula_not(space, x_positive), rounding),
                               formula_or(space, x_positive, negative));
    }
    law = formula_and(space, law, rounding);
    if (d_low < 1)
        law = formula_or(space, formula_not(space, positive), law);
    space->atoms.data[*q].definition = law;
    space->atoms.data[*r].definition = law;
}

/* x as d * quotient + rest: the parts that d divides, and the others. */
static void part_by(struct integer_space *space, const struct linear *x, int64_t d, struct linear *quotient, struct linear *rest) {
    int64_t low = x->constant % d < 0 ? x->constant % d + d : x->constant % d;
    *quotient = (struct linear){arena_alloc(space->arena, (x->count + 1) * sizeof *quotient->monomials), 0, (x->constant - low) / d};
    *rest = (struct linear){arena_alloc(space->arena, (x->count + 1) * sizeof *rest->monomials), 0, low};
    for (uint32_t i = 0; i < x->count; i++) {
        struct monomial m = x->monomials[i];
        if (m.coefficient % d == 0)
            quotient->monomials[quotient->count++] = (struct monomial){m.atom, m.coefficient / d};
        else
            rest->monomials[rest->count++] = m;
    }
}

static int64_t floor_of(int64_t x, int64_t d) {
    return x <= -INTEGER_LIMIT || x >= INTEGER_LIMIT ? x : x / d - (x % d < 0);
}

/* Without a new value: what d does not divide is below d. Towards zero that is said of numbers that are not negative, or
   where nothing remains. */
static bool divided_exactly(struct integer_space *space, const struct integer_view *x, const struct linear *d, bool floors, bool remainder,
                            struct integer_view *out) {
    if (d->count != 0 || d->constant < 2)
        return false;
    struct linear quotient, rest;
    int64_t low, high;
    part_by(space, &x->linear, d->constant, &quotient, &rest);
    integer_range(space, &rest, &low, &high);
    if (low < 0 || high >= d->constant || (!floors && x->low < 0 && high > 0))
        return false;
    *out = view_of_linear(space, remainder ? rest : quotient);
    if (!remainder) {
        int64_t least = floor_of(x->low, d->constant), most = floor_of(x->high, d->constant);
        out->low = least > out->low ? least : out->low;
        out->high = most < out->high ? most : out->high;
    }
    return true;
}

static struct integer_view divided_within(struct integer_space *space, struct integer_view x, struct integer_view d, bool floors,
                                          bool remainder, uint8_t width, bool is_signed) {
    uint32_t q, r;
    struct integer_view exact;
    if (divided_exactly(space, &x, &d.linear, floors, remainder, &exact)) {
        merge_claims(space, &exact, x.claims, x.claim_count);
        return exact;
    }
    int64_t least, most;
    target_range(width, is_signed, &least, &most);
    division(space, &x.linear, &d.linear, floors, least, most, &q, &r);
    struct integer_view out = view_of_linear(space, integer_atom(space, remainder ? r : q));
    merge_claims(space, &out, x.claims, x.claim_count);
    merge_claims(space, &out, d.claims, d.claim_count);
    return out;
}

static struct integer_view divided(struct integer_space *space, struct integer_view x, struct integer_view d, bool floors, bool remainder) {
    return divided_within(space, x, d, floors, remainder, 64, true);
}

static struct integer_view power_of_two(struct integer_space *space, uint64_t exponent) {
    return view_of_linear(space, integer_constant(INT64_C(1) << exponent));
}

/* x & mask for masks of ones that are contiguous. */
static struct integer_view masked(struct integer_space *space, term_ref t, struct integer_view x, uint64_t mask) {
    uint32_t shift = (uint32_t)__builtin_ctzll(mask);
    uint64_t ones = mask >> shift;
    uint32_t bits = (uint32_t)__builtin_popcountll(ones);
    if (bits + shift > 61 || (ones & (ones + 1)) != 0)
        return opaque(space, t, false);
    struct integer_view high = shift ? divided(space, x, power_of_two(space, shift), true, false) : x;
    struct integer_view middle = divided(space, high, power_of_two(space, bits), true, true);
    struct linear zero = integer_constant(0), scaled;
    if (!integer_combine(space, INT64_C(1) << shift, &middle.linear, 0, &zero, &scaled))
        return opaque(space, t, false);
    middle.linear = scaled;
    integer_range(space, &middle.linear, &middle.low, &middle.high);
    return middle;
}

static struct integer_view and_view(struct integer_space *space, term_ref t) {
    uint64_t mask;
    uint8_t w = term_width(space->terms, t);
    if (!term_is_const(space->terms, term_child(space->terms, t, 1), &mask) || mask == 0 || w > 61)
        return opaque(space, t, false);
    uint64_t all = (UINT64_C(1) << w) - 1;
    term_ref x = term_child(space->terms, t, 0);
    struct integer_view v = *integer_view_of(space, x, false);
    uint64_t low = ~mask & all;
    if ((low & (low + 1)) == 0 && low != 0) { /* clears the low bits: x - x mod 2^c */
        struct integer_view r = divided(space, v, view_of_linear(space, integer_constant((int64_t)low + 1)), true, true);
        struct linear difference;
        if (!integer_combine(space, 1, &v.linear, -1, &r.linear, &difference))
            return opaque(space, t, false);
        r.linear = difference;
        r.low = 0;
        r.high = v.high;
        merge_claims(space, &r, v.claims, v.claim_count);
        return r;
    }
    return masked(space, t, v, mask);
}

/* With a constant m: x | m = x + m - (x & m), x ^ m = x + m - 2 * (x & m). */
static struct integer_view or_view(struct integer_space *space, term_ref t, int64_t common) {
    uint64_t mask;
    uint8_t w = term_width(space->terms, t);
    term_ref x = term_child(space->terms, t, 0), m = term_child(space->terms, t, 1);
    if (!term_is_const(space->terms, m, &mask) || w > 61)
        return opaque(space, t, false);
    struct integer_view out = *integer_view_of(space, x, false);
    const struct integer_view *both = integer_view_of(space, term_and(space->terms, x, m), false);
    struct linear set = integer_constant((int64_t)mask);
    if (!integer_combine(space, 1, &out.linear, -common, &both->linear, &out.linear) ||
        !integer_combine(space, 1, &out.linear, 1, &set, &out.linear))
        return opaque(space, t, false);
    merge_claims(space, &out, both->claims, both->claim_count);
    out.low = 0;
    out.high = (INT64_C(1) << w) - 1;
    return out;
}

static struct integer_view ite_view(struct integer_space *space, term_ref t, bool is_signed) {
    const uint32_t *claims;
    uint32_t claim_count;
    formula_ref c = integer_formula_of(space, term_child(space->terms, t, 0), &claims, &claim_count);
    struct integer_view a = *integer_view_of(space, term_child(space->terms, t, 1), is_signed);
    struct integer_view b = *integer_view_of(space, term_child(space->terms, t, 2), is_signed);
    int64_t al, ah, bl, bh;
    integer_range(space, &a.linear, &al, &ah);
    integer_range(space, &b.linear, &bl, &bh);
    uint32_t atom = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = t, .low = al < bl ? al : bl, .high = ah > bh ? ah : bh});
    struct linear value = integer_atom(space, atom), da, db;
    struct integer_view out = view_of_linear(space, value);
    merge_claims(space, &out, claims, claim_count);
    merge_claims_under(space, &out, c, a.claims, a.claim_count);
    merge_claims_under(space, &out, formula_not(space, c), b.claims, b.claim_count);
    if (integer_combine(space, 1, &value, -1, &a.linear, &da) && integer_combine(space, 1, &value, -1, &b.linear, &db)) {
        formula_ref then = formula_or(space, formula_not(space, c), formula_eq(space, &da));
        formula_ref otherwise = formula_or(space, c, formula_eq(space, &db));
        formula_ref both = formula_and(space, then, otherwise);
        space->atoms.data[atom].definition = both;
    }
    return out;
}

static struct integer_view boolean_view(struct integer_space *space, term_ref t, bool is_signed) {
    uint32_t atom;
    uint64_t key = (uint64_t)t.id * 2;
    const uint32_t *claims;
    uint32_t claim_count;
    formula_ref f = integer_formula_of(space, t, &claims, &claim_count);
    if (!map_get(&space->atom_of, key, &atom)) {
        atom = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = t, .low = 0, .high = 1});
        struct linear value = integer_atom(space, atom), one = integer_constant(1), less;
        if (integer_combine(space, 1, &value, -1, &one, &less)) {
            formula_ref is_one = formula_or(space, formula_not(space, f), formula_eq(space, &less));
            formula_ref is_zero = formula_or(space, f, formula_eq(space, &value));
            formula_ref both = formula_and(space, is_one, is_zero);
            space->atoms.data[atom].definition = both;
        }
        map_set(&space->atom_of, key, atom);
    }
    struct linear value = integer_atom(space, atom), zero = integer_constant(0);
    if (is_signed)
        (void)integer_combine(space, -1, &value, 0, &zero, &value);
    struct integer_view out = view_of_linear(space, value);
    merge_claims(space, &out, claims, claim_count);
    return out;
}

static struct integer_view shift_or_divide(struct integer_space *space, term_ref t, bool is_signed) {
    const struct term *term = term_get(space->terms, t);
    enum term_op op = term_op_of(term);
    term_ref x = term_child(space->terms, t, 0), y = term_child(space->terms, t, 1);
    uint64_t amount;
    bool is_constant = term_is_const(space->terms, y, &amount);
    bool signed_operation = op == TERM_ASHR || op == TERM_SDIV || op == TERM_SREM;
    if (signed_operation != is_signed)
        return convert(space, t, is_signed);
    struct integer_view vx = *integer_view_of(space, x, is_signed);
    if (op == TERM_LSHR || op == TERM_ASHR) {
        if (!is_constant || amount > 60)
            return opaque(space, t, is_signed);
        return divided(space, vx, power_of_two(space, amount), true, false);
    }
    struct integer_view vy = *integer_view_of(space, y, is_signed);
    return divided_within(space, vx, vy, false, op == TERM_UREM || op == TERM_SREM, term->width_bits, is_signed);
}

static struct integer_view compute(struct integer_space *space, term_ref t, bool is_signed) {
    const struct term *term = term_get(space->terms, t);
    if (space->depth > DEPTH_MAX)
        return opaque(space, t, is_signed);
    enum term_op op = term_op_of(term);
    if (op == TERM_CONST)
        return constant_view(space, t, is_signed);
    if (term->width_bits == 1)
        return boolean_view(space, t, is_signed);
    switch (op) {
    case TERM_SYMBOL: return symbol_view(space, t, is_signed);
    case TERM_APPLY: return is_signed ? opaque(space, t, true) : convert(space, t, false);
    case TERM_ADD: case TERM_MUL: return arithmetic_view(space, t, is_signed);
    case TERM_UDIV: case TERM_SDIV: case TERM_UREM: case TERM_SREM: case TERM_LSHR: case TERM_ASHR:
        return shift_or_divide(space, t, is_signed);
    case TERM_AND: return is_signed ? convert(space, t, true) : and_view(space, t);
    case TERM_OR: case TERM_XOR: return is_signed ? convert(space, t, true) : or_view(space, t, op == TERM_XOR ? 2 : 1);
    case TERM_SHL: return is_signed ? convert(space, t, true) : opaque(space, t, false);
    case TERM_ITE: return ite_view(space, t, is_signed);
    case TERM_ZEXT: return *integer_view_of(space, term_child(space->terms, t, 0), false);
    case TERM_SEXT: return is_signed ? *integer_view_of(space, term_child(space->terms, t, 0), true) : convert(space, t, false);
    case TERM_TRUNC:
        return fit(space, t, *integer_view_of(space, term_child(space->terms, t, 0), is_signed), is_signed, false, ASSUMPTION_NO_WRAP);
    case TERM_EQ: case TERM_ULT: case TERM_ULE: case TERM_SLT: case TERM_SLE: return boolean_view(space, t, is_signed);
    case TERM_CONST: case TERM_OP_COUNT: break;
    }
    return opaque(space, t, is_signed);
}

const struct integer_view *integer_view_of(struct integer_space *space, term_ref t, bool is_signed) {
    uint64_t key = (uint64_t)t.id * 2 + is_signed;
    uint32_t index;
    if (!map_get(&space->view_of, key, &index)) {
        space->depth++;
        struct integer_view *view = arena_alloc(space->arena, sizeof *view);
        *view = compute(space, t, is_signed);
        space->depth--;
        vec_push(&space->views, view);
        index = space->views.size - 1;
        map_set(&space->view_of, key, index);
    }
    return space->views.data[index];
}

struct claimed { formula_ref formula; struct integer_view claims; };

static bool is_cast(const struct integer_space *space, term_ref t, enum term_op op) {
    return term_op_of(term_get(space->terms, t)) == op;
}

void integer_note_sides(struct integer_space *space, term_ref equality, term_ref x, term_ref y) {
    if (!is_cast(space, equality, TERM_EQ) || map_get(&space->sides_of, equality.id, NULL))
        return;
    vec_push(&space->sides, ((struct sides){x, y}));
    map_set(&space->sides_of, equality.id, space->sides.size - 1);
}

/* The view knows nothing of the summands. */
static bool is_lost(const struct integer_space *space, term_ref t, const struct integer_view *v) {
    enum term_op op = term_op_of(term_get(space->terms, t));
    const struct atom *atom = v->linear.count == 1 ? &space->atoms.data[v->linear.monomials[0].atom] : NULL;
    return (op == TERM_ADD || op == TERM_MUL) && atom && atom->kind == ATOM_DEFINED && term_same(atom->term, t);
}

static bool has_product(const struct integer_space *space, const struct linear *l) {
    bool has = false;
    for (uint32_t i = 0; i < l->count; i++)
        has |= space->atoms.data[l->monomials[i].atom].kind == ATOM_PRODUCT;
    return has;
}

/* x == y, as it was before equal summands were cancelled, if one of what is left is lost: products need to
   be seen (rows.c). */
static void restore(struct integer_space *space, term_ref t, const struct integer_view *left, const struct integer_view *right, struct claimed *out) {
    uint32_t known;
    struct linear difference;
    if (!map_get(&space->sides_of, t.id, &known) ||
        (!is_lost(space, term_child(space->terms, t, 0), left) && !is_lost(space, term_child(space->terms, t, 1), right)))
        return;
    const struct sides sides = space->sides.data[known];
    const struct integer_view *x = integer_view_of(space, sides.x, true), *y = integer_view_of(space, sides.y, true);
    if (!integer_combine(space, 1, &x->linear, -1, &y->linear, &difference) || !has_product(space, &difference))
        return;
    merge_claims(space, &out->claims, x->claims, x->claim_count);
    merge_claims(space, &out->claims, y->claims, y->claim_count);
    out->formula = formula_eq(space, &difference);
}

static bool is_unsigned_size(const struct integer_space *space, uint32_t symbol) {
    bool is = false;
    for (uint32_t i = 0; i < space->sizes.size; i++)
        is |= space->sizes.data[i].symbol == symbol && space->sizes.data[i].is_unsigned;
    return is;
}

/* A sum of products without a negative one: *found, some part is an unsigned number. */
static bool is_unsigned_sum(const struct integer_space *space, term_ref t, uint32_t depth, bool *found) {
    const struct term *term = term_get(space->terms, t);
    enum term_op op = term_op_of(term);
    *found |= op == TERM_UDIV || op == TERM_UREM || (op == TERM_SYMBOL && is_unsigned_size(space, (uint32_t)term->value));
    if (op == TERM_CONST)
        return term->value >> (term->width_bits - 1) == 0;
    if (op != TERM_ADD && op != TERM_MUL)
        return true;
    return depth < 20 && !(term->flags & TERM_NSW) && is_unsigned_sum(space, term_child(space->terms, t, 0), depth + 1, found) &&
           is_unsigned_sum(space, term_child(space->terms, t, 1), depth + 1, found);
}

/* Which views an equation compares: those in which the sides do not wrap. */
static bool is_signed_equation(const struct integer_space *space, term_ref x, term_ref y) {
    bool signs = is_cast(space, x, TERM_SEXT) || is_cast(space, y, TERM_SEXT), of_x = false, of_y = false;
    if (signs || is_cast(space, x, TERM_ZEXT) || is_cast(space, y, TERM_ZEXT))
        return signs;
    return !is_unsigned_sum(space, x, 0, &of_x) || !is_unsigned_sum(space, y, 0, &of_y) || !of_x || !of_y;
}

static struct claimed compare(struct integer_space *space, term_ref t, enum term_op op) {
    term_ref x = term_child(space->terms, t, 0), y = term_child(space->terms, t, 1);
    bool is_signed = op == TERM_SLT || op == TERM_SLE;
    if (op == TERM_EQ)
        is_signed = is_signed_equation(space, x, y);
    const struct integer_view *a = integer_view_of(space, x, is_signed), *b = integer_view_of(space, y, is_signed);
    struct claimed out = {.claims = {.claim_count = 0}};
    merge_claims(space, &out.claims, a->claims, a->claim_count);
    merge_claims(space, &out.claims, b->claims, b->claim_count);
    if (op != TERM_EQ) {
        out.formula = formula_less(space, &a->linear, &b->linear, op == TERM_SLE || op == TERM_ULE);
        return out;
    }
    struct linear difference;
    if (integer_combine(space, 1, &a->linear, -1, &b->linear, &difference))
        out.formula = formula_eq(space, &difference);
    else
        out.formula = formula_free(space);
    restore(space, t, a, b, &out);
    return out;
}

static struct claimed connective(struct integer_space *space, term_ref t, enum term_op op) {
    struct claimed out = {.claims = {.claim_count = 0}};
    formula_ref parts[3], always = formula_bool(space, true);
    const uint32_t *claims[3];
    uint32_t arity = term_get(space->terms, t)->arity, count[3];
    for (uint32_t i = 0; i < arity && i < 3; i++)
        parts[i] = integer_formula_of(space, term_child(space->terms, t, i), &claims[i], &count[i]);
    for (uint32_t i = 0; i < arity && i < 3; i++) {
        formula_ref decisive = always;
        if (op == TERM_AND || op == TERM_MUL)
            decisive = parts[1 - i];
        else if (op == TERM_OR)
            decisive = formula_not(space, parts[1 - i]);
        else if (op == TERM_ITE && i > 0)
            decisive = i == 1 ? parts[0] : formula_not(space, parts[0]);
        merge_claims_under(space, &out.claims, decisive, claims[i], count[i]);
    }
    if (op == TERM_AND || op == TERM_MUL) {
        out.formula = formula_and(space, parts[0], parts[1]);
    } else if (op == TERM_OR) {
        out.formula = formula_or(space, parts[0], parts[1]);
    } else if (op == TERM_ITE) {
        out.formula = formula_and(space, formula_or(space, formula_not(space, parts[0]), parts[1]),
                                  formula_or(space, parts[0], parts[2]));
    } else { /* XOR and ADD differ, EQ agrees */
        formula_ref differ = formula_and(space, formula_or(space, parts[0], parts[1]),
                                         formula_or(space, formula_not(space, parts[0]), formula_not(space, parts[1])));
        out.formula = op == TERM_EQ ? formula_not(space, differ) : differ;
    }
    return out;
}

static struct claimed formula_compute(struct integer_space *space, term_ref t) {
    const struct term *term = term_get(space->terms, t);
    enum term_op op = term_op_of(term);
    struct claimed out = {.claims = {.claim_count = 0}};
    if (op == TERM_CONST) {
        out.formula = formula_bool(space, term->value != 0);
        return out;
    }
    if (space->depth <= DEPTH_MAX) {
        bool on_booleans = term->arity >= 2 && term_width(space->terms, term_child(space->terms, t, 1)) == 1;
        if (op == TERM_ULT || op == TERM_ULE || op == TERM_SLT || op == TERM_SLE || (op == TERM_EQ && !on_booleans))
            return compare(space, t, op);
        if (op == TERM_AND || op == TERM_OR || op == TERM_XOR || op == TERM_ITE || op == TERM_EQ || op == TERM_ADD || op == TERM_MUL)
            return connective(space, t, op);
        if (op == TERM_TRUNC) { /* the lowest bit */
            struct integer_view two = view_of_linear(space, integer_constant(2));
            struct integer_view bit = divided(space, *integer_view_of(space, term_child(space->terms, t, 0), false), two, true, true);
            struct linear one = integer_constant(1), difference;
            if (integer_combine(space, 1, &bit.linear, -1, &one, &difference)) {
                out.formula = formula_eq(space, &difference);
                out.claims = bit;
                return out;
            }
        }
    }
    out.formula = formula_variable(space, t);
    return out;
}

formula_ref integer_formula_of(struct integer_space *space, term_ref t, const uint32_t **claims, uint32_t *claim_count) {
    uint32_t index;
    if (!map_get(&space->formula_of, t.id, &index)) {
        space->depth++;
        struct claimed f = formula_compute(space, t);
        space->depth--;
        f.claims.linear.constant = (int64_t)f.formula.id;
        vec_push(&space->formula_claims, f.claims);
        index = space->formula_claims.size - 1;
        map_set(&space->formula_of, t.id, index);
    }
    const struct integer_view *known = &space->formula_claims.data[index];
    *claims = known->claims;
    *claim_count = known->claim_count;
    return (formula_ref){(uint32_t)known->linear.constant};
}

static void collect_claims(struct integer_space *space, term_ref t, struct integer_view *all) {
    const uint32_t *claims;
    uint32_t count;
    enum term_op op = term_op_of(term_get(space->terms, t));
    if ((op == TERM_AND || op == TERM_MUL) && term_width(space->terms, t) == 1) {
        collect_claims(space, term_child(space->terms, t, 0), all);
        collect_claims(space, term_child(space->terms, t, 1), all);
        return;
    }
    (void)integer_formula_of(space, t, &claims, &count);
    merge_claims(space, all, claims, count);
}

formula_ref integer_query_of(struct integer_space *space, term_ref t, const uint32_t **claims, uint32_t *claim_count) {
    formula_ref formula = integer_formula_of(space, t, claims, claim_count);
    uint32_t index;
    if (!map_get(&space->query_of, t.id, &index)) {
        struct integer_view all = {.claim_count = 0};
        collect_claims(space, t, &all);
        vec_push(&space->query_claims, all);
        index = space->query_claims.size - 1;
        map_set(&space->query_of, t.id, index);
    }
    *claims = space->query_claims.data[index].claims;
    *claim_count = space->query_claims.data[index].claim_count;
    return formula;
}
