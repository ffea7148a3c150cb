/* Integer views of terms (integer.h). */
#include "integer/view.h"

#include "base/breakage.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

void integer_space_init(struct integer_space *space, struct arena *arena, struct term_table *terms, bool modular) {
    *space = (struct integer_space){.arena = arena, .terms = terms, .modular = modular};
    map_init(&space->view_of);
    map_init(&space->atom_of);
    map_init(&space->formula_of);
    map_init(&space->division_of);
    map_init(&space->claim_of);
    map_init(&space->sides_of);
    map_init(&space->query_of);
    map_init(&space->limit_of);
    map_init(&space->exact);
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
    map_release(&space->limit_of);
    map_release(&space->exact);
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

struct integer_view view_of_linear(struct integer_space *space, struct linear l) {
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

void view_target_range(uint8_t width, bool is_signed, int64_t *low, int64_t *high) {
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
    view_target_range(width, is_signed, &least, &most);
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

static bool is_counter(const struct term_table *t, term_ref r) {
    const struct term *term = term_get(t, r);
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    enum symbol_role role = symbol_get(t, (symbol_ref){(uint32_t)term->value})->role;
    return role == SYMBOL_COUNTER || role == SYMBOL_FINAL;
}

/* An unknown value of a term within the bounds of the view. */
struct integer_view view_opaque(struct integer_space *space, term_ref t, bool is_signed) {
    uint64_t key = (uint64_t)t.id * 2 + is_signed;
    uint32_t atom;
    if (!map_get(&space->atom_of, key, &atom)) {
        struct term_range r = term_range_of(space->terms, t);
        int64_t low, high;
        view_target_range(term_width(space->terms, t), is_signed, &low, &high);
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
struct integer_view view_fit(struct integer_space *space, term_ref t, struct integer_view v, bool is_signed, bool may_claim,
                             enum assumption_kind kind) {
    uint8_t width = term_width(space->terms, t);
    if (range_fits(&v, width, is_signed) || space->ignores_wraps || BREAK(WRAP))
        return v;
    int64_t least, most, low, high;
    view_target_range(width, is_signed, &least, &most);
    if (may_claim) {
        uint32_t claim = claim_add(space, kind, t, is_signed, within(space, &v.linear, least, most));
        view_add_claims(space, &v, &claim, 1);
        v.low = v.low > least ? v.low : least;
        v.high = v.high < most ? v.high : most;
        return v;
    }
    low = v.low;
    high = v.high;
    const bool is_cut = term_op_of(term_get(space->terms, t)) == TERM_TRUNC; /* of at most 64 bits */
    if (width > 40 || ((low <= -INTEGER_LIMIT || high >= INTEGER_LIMIT) && !is_cut)) {
        struct integer_view unknown = view_opaque(space, t, is_signed);
        view_add_claims(space, &unknown, v.claims, v.claim_count);
        return unknown;
    }
    int64_t modulus = INT64_C(1) << width;
    int64_t q_low = (low - least) / modulus - ((low - least) % modulus < 0);
    int64_t q_high = (high - least) / modulus - ((high - least) % modulus < 0);
    const int64_t turns_most = width <= 2 ? INTEGER_LIMIT : INT64_C(1) << (64 - width);
    q_low = low <= -INTEGER_LIMIT ? -turns_most : q_low;
    q_high = high >= INTEGER_LIMIT ? turns_most : q_high;
    uint32_t q = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = TERM_NONE, .low = q_low, .high = q_high});
    struct linear turns = integer_atom(space, q), wrapped;
    if (!integer_combine(space, 1, &v.linear, -modulus, &turns, &wrapped))
        return view_opaque(space, t, is_signed);
    uint32_t value = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = t, .low = least, .high = most});
    struct linear result = integer_atom(space, value), zero;
    if (!integer_combine(space, 1, &wrapped, -1, &result, &zero))
        return view_opaque(space, t, is_signed);
    space->atoms.data[value].definition = formula_eq(space, &zero);
    struct integer_view out = view_of_linear(space, result);
    view_add_claims(space, &out, v.claims, v.claim_count);
    return out;
}

struct integer_view view_convert(struct integer_space *space, term_ref t, bool to_signed) {
    return view_fit(space, t, *integer_view_of(space, t, !to_signed), to_signed, false, ASSUMPTION_NO_WRAP);
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
    view_target_range(term_width(space->terms, t), !size->is_unsigned, &low, &high);
    if (is_signed == size->is_unsigned && !size->is_natural)
        return view_convert(space, t, is_signed);
    low = size->is_natural ? 0 : low;
    uint64_t key = (uint64_t)t.id * 2 + 1;
    if (!map_get(&space->atom_of, key, &atom)) {
        atom = integer_add_atom(
            space, (struct atom){.kind = ATOM_DEFINED, .term = t, .low = bound_by(low, size->factor), .high = bound_by(high, size->factor)});
        map_set(&space->atom_of, key, atom);
    }
    struct linear q = integer_atom(space, atom), zero = integer_constant(0), value;
    return integer_combine(space, size->factor, &q, 0, &zero, &value) ? view_of_linear(space, value) : view_opaque(space, t, is_signed);
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
        return view_convert(space, t, true);
    if (!natural && !is_signed)
        return view_convert(space, t, false);
    uint32_t atom;
    uint64_t key = (uint64_t)t.id * 2 + 1;
    if (map_get(&space->atom_of, key, &atom))
        return view_of_linear(space, integer_atom(space, atom));
    int64_t low, high;
    view_target_range(term->width_bits, !unbounded, &low, &high);
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
        uint32_t fixed;
        if (map_get(&space->limit_of, s.id, &fixed) && (int64_t)fixed <= high)
            high = (int64_t)fixed - 1;
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
        return view_opaque(space, t, is_signed);
    return view_of_linear(space, integer_constant(value));
}

/* x & 0xffffff as a factor beside something that is no constant: x, with the claim that it is so small. */
static bool cut_view(struct integer_space *space, term_ref product, uint32_t child, struct integer_view *out) {
    struct term_table *t = space->terms;
    term_ref r = term_child(t, product, child);
    if (space->modular || space->ignores_wraps || term_op_of(term_get(t, product)) != TERM_MUL || term_op_of(term_get(t, r)) != TERM_AND ||
        !claim_is_cut(t, r) || term_is_const(t, term_child(t, product, 1 - child), NULL) || !integer_is_size(t, term_child(t, r, 0)) ||
        claim_is_refused(space, r, false))
        return false;
    *out = *integer_view_of(space, term_child(t, r, 0), false);
    uint32_t claim = claim_add(space, ASSUMPTION_NO_WRAP, r, false, within(space, &out->linear, 0, 0xffffff));
    view_add_claims(space, out, &claim, 1);
    out->high = out->high < 0xffffff ? out->high : 0xffffff;
    return true;
}

/* The bits alone say so: numbers put beside each other. */
static bool cannot_wrap(struct term_table *t, term_ref r) {
    unsigned_wide a = term_range_of(t, term_child(t, r, 0)).umax, b = term_range_of(t, term_child(t, r, 1)).umax;
    uint8_t width = term_width(t, r);
    return (term_op_of(term_get(t, r)) == TERM_ADD ? a + b : a * b) >> width == 0;
}

/* Adds an addend's signed value, in which nothing is taken modulo 2^w; false: it is too large to tell. */
static bool add_addend(struct integer_space *space, term_ref t, struct integer_view *sum, bool *has_size) {
    const struct term term = *term_get(space->terms, t);
    enum term_op op = term_op_of(&term);
    if (op == TERM_ADD)
        return add_addend(space, term_child(space->terms, t, 0), sum, has_size) && add_addend(space, term_child(space->terms, t, 1), sum, has_size);
    uint32_t counter = op == TERM_MUL && is_counter(space->terms, term_child(space->terms, t, 1));
    bool is_way = op == TERM_MUL && is_counter(space->terms, term_child(space->terms, t, counter)) &&
                  integer_is_size(space->terms, term_child(space->terms, t, 1 - counter));
    struct linear value, all;
    if (is_way) {
        struct integer_view rounds = *integer_view_of(space, term_child(space->terms, t, counter), false),
                            step = *integer_view_of(space, term_child(space->terms, t, 1 - counter), false);
        *has_size |= !term_is_const(space->terms, term_child(space->terms, t, 1 - counter), NULL);
        view_add_claims(space, sum, step.claims, step.claim_count);
        if (!integer_multiply(space, rounds.linear, step.linear, &value))
            return false;
    } else {
        struct integer_view view = *integer_view_of(space, t, !is_counter(space->terms, t));
        view_add_claims(space, sum, view.claims, view.claim_count);
        value = view.linear;
    }
    if (!integer_combine(space, 1, &sum->linear, 1, &value, &all))
        return false;
    sum->linear = all;
    return true;
}

/* A counter that begins at a value from memory, `begin[row] + threadIdx.x + k * blockDim.x`: nobody means it to run past the largest number
   and on from the least one, whatever memory holds. Only of the whole sum is that claimed. With a constant step there are proofs modulo
   2^w as well: the claim stands beside the view, for those that need it. */
static bool counter_view(struct integer_space *space, term_ref t, struct integer_view *out) {
    uint32_t deps = term_deps(space->terms, t);
    if (term_op_of(term_get(space->terms, t)) != TERM_ADD || (deps & (DEP_MEMORY | DEP_COUNTER)) != (DEP_MEMORY | DEP_COUNTER) ||
        (deps & DEP_APPROX) || term_width(space->terms, t) < 32 || space->modular || space->ignores_wraps || claim_is_refused(space, t, true))
        return false;
    struct integer_view sum = view_of_linear(space, integer_constant(0));
    struct linear wrapped;
    bool has_size = false;
    if (!add_addend(space, t, &sum, &has_size) || !integer_gather(space, &sum.linear))
        return false;
    integer_range(space, &sum.linear, &sum.low, &sum.high);
    *out = view_fit(space, t, sum, true, has_size, ASSUMPTION_NO_SIGNED_OVERFLOW);
    if (!has_size && integer_combine(space, 1, &out->linear, -1, &sum.linear, &wrapped)) {
        uint32_t claim = claim_add(space, ASSUMPTION_NO_SIGNED_OVERFLOW, t, true, formula_eq(space, &wrapped));
        space->claims.data[claim].is_beside = true;
        view_add_claims(space, out, &claim, 1);
    }
    return true;
}

/* ADD and MUL: which view the flags speak about, and what may be claimed. */
static struct integer_view arithmetic_view(struct integer_space *space, term_ref t, bool is_signed) {
    const struct term term = *term_get(space->terms, t);
    bool nsw = (term.flags & TERM_NSW) != 0, nuw = (term.flags & TERM_NUW) != 0;
    if (is_signed && nuw && !nsw)
        return view_convert(space, t, true);
    if (!is_signed && nsw && !nuw)
        return view_convert(space, t, false);
    bool flagged = is_signed ? nsw : nuw;
    if (space->ignores_wraps && !flagged && !is_signed && term_op_of(&term) == TERM_ADD && integer_is_rest(space->terms, t))
        return view_opaque(space, t, false);
    struct integer_view counter;
    if (is_signed && !nsw && counter_view(space, t, &counter))
        return counter;
    bool plain = !flagged && !space->modular && !space->ignores_wraps && integer_is_size(space->terms, t) && !claim_is_refused(space, t, is_signed);
    struct integer_view out = view_of_linear(space, integer_constant(0)), views[2];
    struct linear parts[2];
    for (uint32_t i = 0; i < 2; i++) {
        term_ref child = term_child(space->terms, t, i);
        const struct term *c = term_get(space->terms, child);
        /* without a flag only the value modulo 2^w matters: -1 rather than 2^w - 1 */
        bool small = !flagged && !plain && term_op_of(c) == TERM_CONST;
        enum term_op below = term_op_of(c);
        bool never_negative =
            plain && (below == TERM_UDIV || below == TERM_UREM || below == TERM_LSHR || below == TERM_AND || is_counter(space->terms, child));
        if (!cut_view(space, t, i, &views[i]))
            views[i] = *integer_view_of(space, child, (is_signed || small) && !never_negative);
        parts[i] = views[i].linear;
        view_add_claims(space, &out, views[i].claims, views[i].claim_count);
    }
    bool fits = term_op_of(&term) == TERM_ADD ? integer_combine(space, 1, &parts[0], 1, &parts[1], &out.linear)
                                              : integer_multiply(space, parts[0], parts[1], &out.linear);
    if (!fits || !integer_gather(space, &out.linear)) {
        struct integer_view unknown = view_opaque(space, t, is_signed);
        view_add_claims(space, &unknown, out.claims, out.claim_count);
        return unknown;
    }
    integer_range(space, &out.linear, &out.low, &out.high);
    tighten(&out, term_op_of(&term), views);
    if (nuw && !is_signed && cannot_wrap(space->terms, t))
        return out;
    if (is_signed && flagged && map_get(&space->exact, t.id, NULL)) {
        int64_t least, most;
        view_target_range(term.width_bits, true, &least, &most);
        out.low = out.low > least ? out.low : least;
        out.high = out.high < most ? out.high : most;
        return out;
    }
    /* an iteration before another one: exact where the ordinals of the loop may return, and no claim */
    uint64_t by;
    bool is_earlier = flagged && term_op_of(&term) == TERM_ADD && is_counter(space->terms, term_child(space->terms, t, 0)) &&
                      term_is_const(space->terms, term_child(space->terms, t, 1), &by) && by >> (term.width_bits - 1) != 0;
    bool may_claim = flagged ? !is_earlier && !claim_is_refused(space, t, is_signed) : plain;
    return view_fit(space, t, out, is_signed, may_claim, flagged ? ASSUMPTION_NO_SIGNED_OVERFLOW : ASSUMPTION_NO_WRAP);
}

static struct integer_view ite_view(struct integer_space *space, term_ref t, bool is_signed) {
    const uint32_t *claims;
    uint32_t claim_count;
    formula_ref c = integer_formula_of(space, term_child(space->terms, t, 0), &claims, &claim_count);
    struct integer_view a = *integer_view_of(space, term_child(space->terms, t, 1), is_signed);
    struct integer_view b = *integer_view_of(space, term_child(space->terms, t, 2), is_signed);
    if (claim_count + a.claim_count + b.claim_count > VIEW_CLAIMS_MAX)
        return view_opaque(space, t, is_signed);
    int64_t al, ah, bl, bh;
    integer_range(space, &a.linear, &al, &ah);
    integer_range(space, &b.linear, &bl, &bh);
    uint32_t atom = integer_add_atom(space, (struct atom){.kind = ATOM_DEFINED, .term = t, .low = al < bl ? al : bl, .high = ah > bh ? ah : bh});
    struct linear value = integer_atom(space, atom), da, db;
    struct integer_view out = view_of_linear(space, value);
    view_add_claims(space, &out, claims, claim_count);
    view_add_claims_under(space, &out, c, a.claims, a.claim_count);
    view_add_claims_under(space, &out, formula_not(space, c), b.claims, b.claim_count);
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
    view_add_claims(space, &out, claims, claim_count);
    return out;
}

static struct integer_view compute(struct integer_space *space, term_ref t, bool is_signed) {
    const struct term *term = term_get(space->terms, t);
    if (space->depth > VIEW_DEPTH_MAX)
        return view_opaque(space, t, is_signed);
    enum term_op op = term_op_of(term);
    if (op == TERM_CONST)
        return constant_view(space, t, is_signed);
    if (term->width_bits == 1)
        return boolean_view(space, t, is_signed);
    switch (op) {
    case TERM_SYMBOL: return symbol_view(space, t, is_signed);
    case TERM_APPLY: return is_signed ? view_opaque(space, t, true) : view_convert(space, t, false);
    case TERM_ADD:
    case TERM_MUL: return arithmetic_view(space, t, is_signed);
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM:
    case TERM_LSHR:
    case TERM_ASHR: return view_shift_or_divide(space, t, is_signed);
    case TERM_AND: return is_signed ? view_convert(space, t, true) : view_and(space, t);
    case TERM_OR:
    case TERM_XOR: return is_signed ? view_convert(space, t, true) : view_or(space, t, op == TERM_XOR ? 2 : 1);
    case TERM_SHL: return is_signed ? view_convert(space, t, true) : view_opaque(space, t, false);
    case TERM_ITE: return ite_view(space, t, is_signed);
    case TERM_ZEXT: return *integer_view_of(space, term_child(space->terms, t, 0), false);
    case TERM_SEXT: return is_signed ? *integer_view_of(space, term_child(space->terms, t, 0), true) : view_convert(space, t, false);
    case TERM_TRUNC: {
        bool may_claim =
            !space->modular && claim_is_cut(space->terms, t) && integer_is_size(space->terms, t) && !claim_is_refused(space, t, is_signed);
        return view_fit(space, t, *integer_view_of(space, term_child(space->terms, t, 0), is_signed), is_signed, may_claim, ASSUMPTION_NO_WRAP);
    }
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE: return boolean_view(space, t, is_signed);
    case TERM_CONST:
    case TERM_OP_COUNT: break;
    }
    return view_opaque(space, t, is_signed);
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
