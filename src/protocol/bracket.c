/* Two values that close in on each other, as those of a binary search do. Each round leaves them alone or moves one, or both, to the middle between
   them, give or take one; the loop's test says that the gap between them is at least `gap`:

     while (lo < hi)  { mid = lo + (hi - lo) / 2;    lo = mid + 1 or hi = mid }           gap 1
     while (lo <= hi) { mid = (lo + hi) / 2;         lo = mid + 1 or hi = mid - 1 }       gap 0
     while (hi - lo > 1) { mid = (lo + hi) >> 1;     lo = mid     or hi = mid }           gap 2
     while (len > 0)  { half = len / 2;              first += half + 1, len -= half + 1 or len = half }, with hi = first + len

   Of such a pair first <= lo, hi <= last and lo <= hi + beyond hold in each round, where they are first and last in front of the loop. Induction over the
   rounds: with lo + gap <= hi the middle m = floor((lo + hi + up) / 2), up 0 or 1, lies between lo + floor((gap + up) / 2) and
   hi + floor((up - gap) / 2). That nothing wraps is a premise of the facts: 0 <= first, and last below a quarter of the numbers where lo + hi is computed. */
#include "base/breakage.h"
#include "protocol/closed.h"

enum { WAYS_MOST = 8, REST_MOST = 4, LINE_DEPTH = 8, WIDTH_LEAST = 32 };

/* low * lo + high * hi + rest */
struct line {
    int64_t low, high, rest;
};
/* whole + halves * (half / 2), where half is never negative */
struct form {
    struct line whole, half;
    int64_t halves;
    uint8_t flags; /* of the sums in it, or in what is halved */
};

/* What a round does to one of the two. */
struct move {
    bool is_kept;
    int64_t up, by; /* else it is the middle, rounded up or not, and so much more */
};
struct way {
    struct move low, high;
};

struct bracket {
    struct loop_work *work;
    const struct carried *low, *high; /* or high is the length: hi = lo + high */
    bool is_length;
    struct way ways[WAYS_MOST];
    uint32_t way_count;
    int64_t gap, beyond;
    bool is_unsigned, needs_order; /* the test; it means what it says for lo <= hi + beyond only */
    bool subtracts;                /* the test compares hi - lo, or takes something from hi */
    int64_t added;                 /* to lo, by the test */
    bool adds_both;                /* lo + hi is computed */
    uint8_t flags;                 /* of such sums */
    int64_t excess;                /* what is computed is larger than hi by so much, at most */
};

/* ---- terms as forms ---- */

static bool line_is(const struct line *l, int64_t low, int64_t high) {
    return l->low == low && l->high == high;
}

static void add_line(struct line *to, const struct line *l, int64_t times) {
    to->low += times * l->low;
    to->high += times * l->high;
    to->rest += times * l->rest;
}

/* With both halves of one thing. */
static bool add_form(struct form *to, const struct form *f, int64_t times) {
    bool is_other = to->halves != 0 && f->halves != 0 && (!line_is(&to->half, f->half.low, f->half.high) || to->half.rest != f->half.rest);
    if (is_other)
        return false;
    add_line(&to->whole, &f->whole, times);
    to->half = f->halves ? f->half : to->half;
    to->halves += times * f->halves;
    to->flags &= f->flags;
    return true;
}

static bool is_half(enum term_op op, uint64_t by) {
    return ((op == TERM_SDIV || op == TERM_UDIV) && by == 2) || ((op == TERM_ASHR || op == TERM_LSHR) && by == 1);
}

static int64_t as_signed(uint64_t value, uint8_t width) {
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static bool form_of(const struct bracket *b, term_ref x, uint32_t depth, struct form *f) {
    const struct term_table *t = b->work->inf->terms;
    const struct term *term = term_get(t, x);
    const enum term_op op = term_op_of(term);
    struct form child;
    uint64_t number;
    *f = (struct form){.flags = TERM_NSW};
    if (term_same(x, b->low->placeholder)) {
        f->whole.low = 1;
        return true;
    }
    if (term_same(x, b->high->placeholder)) { /* a length is hi - lo */
        f->whole = (struct line){b->is_length ? -1 : 0, 1, 0};
        return true;
    }
    if (term_is_const(t, x, &number)) {
        f->whole.rest = as_signed(number, term->width_bits);
        return f->whole.rest >= -REST_MOST && f->whole.rest <= REST_MOST;
    }
    if (depth == LINE_DEPTH || term->arity != 2)
        return false;
    bool has_number = term_is_const(t, term_child(t, x, 1), &number);
    if (op == TERM_ADD) {
        for (uint32_t i = 0; i < 2; i++)
            if (!form_of(b, term_child(t, x, i), depth + 1, &child) || !add_form(f, &child, 1))
                return false;
        f->flags &= term->flags;
        return true;
    }
    if (!has_number || !form_of(b, term_child(t, x, 0), depth + 1, &child))
        return false;
    if (op == TERM_MUL && as_signed(number, term->width_bits) == -1)
        return add_form(f, &child, -1);
    f->half = child.whole;
    f->halves = 1;
    f->flags = child.flags;
    return is_half(op, number) && child.halves == 0;
}

/* The middle between the two, rounded up or not, and some more. */
static bool is_middle(struct bracket *b, const struct form *f, struct move *move) {
    bool is_sum = line_is(&f->whole, 0, 0) && line_is(&f->half, 1, 1), is_step = line_is(&f->whole, 1, 0) && line_is(&f->half, -1, 1);
    b->adds_both |= is_sum;
    b->flags &= f->flags;
    b->excess = f->half.rest > b->excess ? f->half.rest : b->excess;
    *move = (struct move){false, f->half.rest, f->whole.rest};
    return f->halves == 1 && (is_sum || is_step) && f->half.rest >= 0 && f->half.rest <= 1;
}

static bool move_of(struct bracket *b, const struct form *f, bool is_high, struct move *move) {
    *move = (struct move){.is_kept = true};
    return (f->halves == 0 && f->whole.rest == 0 && line_is(&f->whole, !is_high, is_high)) || is_middle(b, f, move);
}

/* ---- what a round does ---- */

static bool add_way(struct bracket *b, value_ref low, value_ref high) {
    term_ref first = loop_slice(b->work, low, 0), second = loop_slice(b->work, high, 0);
    struct form lo, hi;
    if (b->way_count == WAYS_MOST || term_is_none(first) || term_is_none(second) || !form_of(b, first, 0, &lo) || !form_of(b, second, 0, &hi) ||
        (b->is_length && !add_form(&hi, &lo, 1)))
        return false;
    struct way *way = &b->ways[b->way_count++];
    return move_of(b, &lo, false, &way->low) && move_of(b, &hi, true, &way->high);
}

static bool is_choice(const struct bracket *b, const struct inst *inst) {
    const struct inference *inf = b->work->inf;
    return loop_defines(b->work, inst) && inf->cfg->loop_of[inst->block.id] == b->work->loop &&
           (inst->op == INST_SELECT || (inst->op == INST_PHI && inst->block.id != inf->cfg->loops[b->work->loop].header));
}

/* The values on each way through the round that leads to these two. Where they are not chosen together, each goes with each. */
static bool collect(struct bracket *b, value_ref low, value_ref high, uint32_t depth) {
    const struct kernel *k = b->work->inf->kernel;
    const struct inst *x = kernel_inst(k, low), *y = kernel_inst(k, high);
    const bool chooses[2] = {is_choice(b, x), is_choice(b, y)};
    if (depth == WAYS_MOST)
        return false;
    if (!chooses[0] && !chooses[1])
        return add_way(b, low, high);
    bool is_one = chooses[0] && chooses[1] && x->op == y->op &&
                  (x->op == INST_PHI ? x->block.id == y->block.id : kernel_operand(k, x, 0).id == kernel_operand(k, y, 0).id);
    bool is_low = chooses[0] && (!chooses[1] || x->op == INST_SELECT || !cfg_dominates(b->work->inf->cfg, x->block.id, y->block.id));
    const struct inst *chooser = is_one || is_low ? x : y;
    bool is_known = true;
    for (uint32_t i = chooser->op == INST_SELECT; i < chooser->operand_count && is_known; i++)
        is_known = loop_way_leaves(b->work, chooser, i) ||
                   collect(b, is_one || is_low ? kernel_operand(k, x, i) : low, is_one || !is_low ? kernel_operand(k, y, i) : high, depth + 1);
    return is_known;
}

static bool collect_rounds(struct bracket *b) {
    const struct inference *inf = b->work->inf;
    const struct inst *low = kernel_inst(inf->kernel, b->low->phi), *high = kernel_inst(inf->kernel, b->high->phi);
    bool is_known = true;
    for (uint32_t i = 0; i < low->operand_count && is_known; i++)
        if (cfg_loop_contains(inf->cfg, b->work->loop, kernel_pred(inf->kernel, low->block.id, i).id))
            is_known = collect(b, kernel_operand(inf->kernel, low, i), kernel_operand(inf->kernel, high, i), 0);
    return is_known;
}

/* ---- the loop's test ---- */

/* A number, lo or hi and a number, or the difference of the two. What is compared as an unsigned number is none that a number makes negative. */
static bool is_side(const struct form *f, bool is_unsigned) {
    bool is_number = line_is(&f->whole, 0, 0), is_one = line_is(&f->whole, 1, 0) || line_is(&f->whole, 0, 1);
    bool is_gap = line_is(&f->whole, -1, 1) || (line_is(&f->whole, 1, -1) && !is_unsigned);
    return (is_number && (!is_unsigned || f->whole.rest >= 0)) || (is_one && (!is_unsigned || f->whole.rest == 0)) || (is_gap && f->whole.rest == 0);
}

static bool take_test(struct bracket *b, term_ref test) {
    struct term_table *t = b->work->inf->terms;
    if (term_is_none(test))
        return false;
    enum term_op op = term_op_of(term_get(t, test));
    if (op == TERM_AND)
        return take_test(b, term_child(t, test, 0)) || take_test(b, term_child(t, test, 1));
    term_ref same = term_not(t, test);
    bool is_unequal = term_op_of(term_get(t, same)) == TERM_EQ;
    struct form less, more;
    if (is_unequal)
        test = same;
    else if (op != TERM_SLT && op != TERM_SLE && op != TERM_ULT && op != TERM_ULE)
        return false;
    if (!form_of(b, term_child(t, test, 0), 0, &less) || !form_of(b, term_child(t, test, 1), 0, &more) || less.halves || more.halves)
        return false;
    struct line by = more.whole;
    add_line(&by, &less.whole, -1);
    if (is_unequal && line_is(&by, 1, -1))
        by = (struct line){-1, 1, -by.rest};
    if (!line_is(&by, -1, 1) || (is_unequal && by.rest != 0))
        return false;
    b->is_unsigned = op == TERM_ULT || op == TERM_ULE;
    b->gap = is_unequal || op == TERM_SLT || op == TERM_ULT ? 1 - by.rest : -by.rest;
    bool subtracts = line_is(&less.whole, 1, -1) || line_is(&more.whole, -1, 1);
    b->subtracts = subtracts || more.whole.rest < 0;
    b->added = less.whole.rest;
    b->needs_order = is_unequal || (b->added > 0 && less.whole.low != 0) || (subtracts && (op == TERM_ULT || op == TERM_ULE));
    b->excess = more.whole.rest > 0 ? more.whole.rest : 0;
    return b->gap >= 0 && is_side(&less, b->is_unsigned) && is_side(&more, b->is_unsigned);
}

/* ---- the invariants ---- */

static int64_t half_down(int64_t x) {
    return x >> 1;
}

static bool find_beyond(struct bracket *b) {
    b->beyond = -1;
    for (uint32_t i = 0; i < b->way_count; i++) {
        const struct move *low = &b->ways[i].low, *high = &b->ways[i].high;
        int64_t below = half_down(low->up - b->gap) + low->by; /* how far the middle is beyond hi, at most */
        int64_t above = half_down(b->gap + high->up) + high->by;
        if ((!low->is_kept && half_down(b->gap + low->up) + low->by < 0) || (!high->is_kept && half_down(high->up - b->gap) + high->by > 0))
            return false; /* not towards each other */
        b->excess = !low->is_kept && below > b->excess ? below : b->excess;
        if (!low->is_kept && !high->is_kept && low->up != high->up)
            return false;
        int64_t beyond = low->is_kept && high->is_kept ? -b->gap : low->is_kept ? -above : high->is_kept ? below : low->by - high->by;
        b->beyond = beyond > b->beyond ? beyond : b->beyond;
    }
    if (b->needs_order && b->added + b->beyond > b->excess)
        b->excess = b->added + b->beyond;
    return b->beyond <= 1 && (b->beyond <= 0 || (!b->is_unsigned && !b->needs_order));
}

static bool is_candidate(const struct loop_work *work, const struct carried *c) {
    return !c->is_pointer && !term_is_none(c->init) && !term_is_none(c->placeholder) && term_is_none(c->closed) && c->bound == CARRIED_ANY &&
           term_width(work->inf->terms, c->placeholder) >= WIDTH_LEAST && c->bits >= term_width(work->inf->terms, c->placeholder);
}

static bool is_bracket(struct bracket *b) {
    return take_test(b, loop_stays(b->work)) && collect_rounds(b) && b->way_count > 0 && find_beyond(b);
}

static void find_partner(struct loop_work *work, struct carried *low) {
    bool is_found = false;
    for (uint32_t i = 0; i < work->carried.size && !is_found; i++) {
        const struct carried *high = &work->carried.data[i];
        bool is_pair = high != low && is_candidate(work, high) && term_width(work->inf->terms, high->init) == term_width(work->inf->terms, low->init);
        for (int is_length = 0; is_length < 2 && is_pair && !is_found; is_length++) {
            struct bracket b = {.work = work, .low = low, .high = high, .is_length = is_length != 0, .flags = TERM_NSW};
            is_found = is_bracket(&b);
            if (is_found)
                low->bracket = (struct carried_bracket){i + 1,       b.is_length, b.adds_both,      b.is_unsigned,   b.needs_order,
                                                        b.subtracts, b.flags,     (int8_t)b.excess, (int8_t)b.beyond};
        }
    }
}

void loop_find_brackets(struct loop_work *work) {
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (is_candidate(work, &work->carried.data[i]))
            find_partner(work, &work->carried.data[i]);
}

/* a <= b + more, for -1 <= more <= 1 and an a that is not negative */
static term_ref at_most(struct term_table *t, term_ref a, term_ref b, int64_t more) {
    term_ref one = term_const(t, term_width(t, a), 1);
    return more < 0 ? term_slt(t, a, b) : more == 0 ? term_sle(t, a, b) : term_sle(t, term_sub(t, a, one, 0), b);
}

void loop_bracket_facts(const struct loop_work *work, const struct carried *c, symbol_ref low_symbol, symbol_ref high_symbol) {
    struct term_table *t = work->inf->terms;
    const struct carried *other = &work->carried.data[c->bracket.with - 1];
    const uint8_t width = term_width(t, c->init);
    term_ref low = term_symbol(t, low_symbol), high = term_symbol(t, high_symbol), zero = term_const(t, width, 0);
    term_ref first = c->init, last = other->init, length_holds = term_true(t);
    if (c->bracket.is_length) {
        length_holds = term_sle(t, zero, last);
        last = term_add(t, first, last, 0);
        high = term_add(t, low, high, 0);
    }
    term_ref is_sized = term_and(t, term_sle(t, zero, first), length_holds);
    if (c->bracket.is_unsigned || c->bracket.is_length || c->bracket.subtracts) /* with others the loop ends at once */
        is_sized = term_and(t, is_sized, term_sle(t, zero, last));
    if (c->bracket.adds_both)
        is_sized = term_and(t, is_sized, term_or(t, term_slt(t, last, zero), term_sle(t, zero, term_add(t, last, last, c->bracket.flags))));
    else if (c->bracket.excess > 0)
        is_sized = term_and(t, is_sized, term_sle(t, last, term_const(t, width, (UINT64_C(1) << (width - 1)) - 1 - (uint64_t)c->bracket.excess)));
    term_ref begins = term_and(t, is_sized, at_most(t, first, last, c->bracket.beyond));
    if (c->bracket.needs_order)
        is_sized = begins;
    const int64_t beyond = BREAK(BRACKET) ? -1 : c->bracket.beyond;
    symbol_add_fact(t, low_symbol, term_implies(t, is_sized, term_sle(t, first, low)));
    symbol_add_fact(t, low_symbol, term_implies(t, begins, at_most(t, low, high, beyond)));
    symbol_add_fact(t, high_symbol, term_implies(t, is_sized, term_sle(t, high, last)));
}
