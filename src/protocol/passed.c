/* Values that an inner loop moves on: in `for (...) for (j = 0; j < n; j++) *p++ = ...` the pointer p is larger by n elements behind the
   inner loop, in each round of the outer one. The inner loop is left where its header tests a value that moves by a constant; how often it
   goes round, and by how much it moves the other value each time, are the same in all rounds of the outer loop. */
#include "base/breakage.h"
#include "protocol/closed.h"
#include "term/bits.h"

enum { PASSED_DEPTH_MAX = 16 };

/* Computed from what no round of the loop changes; then loop_slice() tells it. */
static bool is_steady(const struct loop_work *work, value_ref v, uint32_t depth) {
    const struct kernel *k = work->inf->kernel;
    const struct inst *inst = kernel_inst(k, v);
    if (!loop_defines(work, inst))
        return true;
    bool is_steady_here = depth < PASSED_DEPTH_MAX && inst->op != INST_PHI && inst_class_of((enum inst_op)inst->op) == CLASS_VALUE;
    for (uint32_t i = 0; is_steady_here && i < inst->operand_count; i++)
        is_steady_here = is_steady(work, kernel_operand(k, inst, i), depth + 1);
    return is_steady_here;
}

static term_ref steady(struct loop_work *work, value_ref v) {
    return is_steady(work, v, 0) ? loop_slice(work, v, 0) : TERM_NONE;
}

/* What enters the loop for the phi, and what comes next; false: from several places. */
static bool sides_of(const struct inference *inf, uint32_t loop, const struct inst *phi, value_ref *enters, value_ref *next) {
    uint32_t header = inf->cfg->loops[loop].header;
    if (phi->op != INST_PHI || phi->block.id != header || phi->operand_count != 2)
        return false;
    bool is_second = cfg_loop_contains(inf->cfg, loop, kernel_pred(inf->kernel, header, 0).id);
    if (cfg_loop_contains(inf->cfg, loop, kernel_pred(inf->kernel, header, 1).id) == is_second)
        return false;
    *enters = kernel_operand(inf->kernel, phi, is_second);
    *next = kernel_operand(inf->kernel, phi, !is_second);
    return true;
}

/* The loop is left from its header only. */
static bool is_left_first(const struct inference *inf, uint32_t loop) {
    const struct cfg_loop *l = &inf->cfg->loops[loop];
    for (uint32_t i = 0; i < l->block_count; i++) {
        uint32_t b = l->blocks[i];
        for (uint32_t s = 0; b != l->header && s < inf->kernel->blocks[b].succ_count; s++)
            if (!cfg_loop_contains(inf->cfg, loop, kernel_succ(inf->kernel, b, s).id))
                return false;
    }
    return true;
}

/* phi + c, with c a constant. */
static bool step_of(const struct inference *inf, value_ref phi, value_ref next, int64_t *step, bool *is_exact) {
    const struct inst *inst = kernel_inst(inf->kernel, next);
    if (inst->op != INST_ADD || inst->type.lanes != 1 || inst->type.width_bits > 64)
        return false;
    uint32_t at = kernel_operand(inf->kernel, inst, 0).id != phi.id;
    const struct inst *by = kernel_inst(inf->kernel, kernel_operand(inf->kernel, inst, 1 - at));
    if (kernel_operand(inf->kernel, inst, at).id != phi.id || by->op != INST_CONST)
        return false;
    *step = bits_signed(by->imm, inst->type.width_bits);
    *is_exact = (inst->flags & INST_NSW) != 0;
    return true;
}

/* The test under which the loop goes on: x < y, or x <= y. */
struct test {
    value_ref x, y;
    bool is_signed, or_equal;
};

static bool read_test(const struct inference *inf, uint32_t loop, struct test *test) {
    const struct kernel *k = inf->kernel;
    uint32_t header = inf->cfg->loops[loop].header;
    const struct inst *last = kernel_inst(k, kernel_at(k, header, k->blocks[header].inst_count - 1));
    if (last->op != INST_CONDBR)
        return false;
    bool first = cfg_loop_contains(inf->cfg, loop, kernel_succ(k, header, 0).id),
         second = cfg_loop_contains(inf->cfg, loop, kernel_succ(k, header, 1).id);
    const struct inst *compare = kernel_inst(k, kernel_operand(k, last, 0));
    enum inst_op op = (enum inst_op)compare->op;
    if (first == second || (op != INST_SLT && op != INST_SLE && op != INST_ULT && op != INST_ULE))
        return false;
    *test = (struct test){.x = kernel_operand(k, compare, !first),
                          .y = kernel_operand(k, compare, first),
                          .is_signed = op == INST_SLT || op == INST_SLE,
                          .or_equal = (op == INST_SLE || op == INST_ULE) == first};
    return true;
}

/* How often the loop goes round, as a number without a sign; TERM_NONE: that is not known, or differs between rounds of the loop of `work`.
   Steps of 1 meet every number, so the test fails where the bound is met; longer ones might pass it and wrap, unless C excludes that
   (docs/theory.md, "Loops"). */
static term_ref rounds_of(struct loop_work *work, uint32_t loop) {
    struct inference *inf = work->inf;
    struct term_table *t = inf->terms;
    struct test test;
    value_ref enters, next;
    int64_t step;
    bool is_exact;
    if (!is_left_first(inf, loop) || !read_test(inf, loop, &test))
        return TERM_NONE;
    bool upwards = sides_of(inf, loop, kernel_inst(inf->kernel, test.x), &enters, &next);
    value_ref moving = upwards ? test.x : test.y, bound = upwards ? test.y : test.x;
    if ((!upwards && !sides_of(inf, loop, kernel_inst(inf->kernel, moving), &enters, &next)) || !step_of(inf, moving, next, &step, &is_exact))
        return TERM_NONE;
    uint64_t size = step < 0 ? -(uint64_t)step : (uint64_t)step;
    if (size == 0 || (step > 0) != upwards || (size > 1 && !(test.is_signed && is_exact)))
        return TERM_NONE;
    term_ref from = steady(work, enters), to = steady(work, bound);
    if (term_is_none(from) || term_is_none(to))
        return TERM_NONE;
    uint8_t width = term_width(t, from);
    term_ref low = upwards ? from : to, high = upwards ? to : from, zero = term_const(t, width, 0), one = term_const(t, width, 1);
    term_ref goes = test.is_signed ? (test.or_equal ? term_sle(t, low, high) : term_slt(t, low, high))
                                   : (test.or_equal ? term_ule(t, low, high) : term_ult(t, low, high));
    term_ref distance = term_sub(t, high, BREAK(PASSED) ? term_add(t, low, one, 0) : low, 0);
    if (size > 1)
        distance =
            term_add(t, term_binary(t, TERM_UDIV, test.or_equal ? distance : term_sub(t, distance, one, 0), term_const(t, width, size)), one, 0);
    else if (test.or_equal)
        distance = term_add(t, distance, one, 0);
    term_ref rounds = term_ite(t, goes, distance, zero);
    bool is_choice = term_op_of(term_get(t, rounds)) == TERM_ITE, is_kept = false;
    for (uint32_t i = 0; i < inf->rounds.size && !is_kept; i++)
        is_kept = term_same(inf->rounds.data[i], rounds);
    if (is_choice && !is_kept)
        vec_push(&inf->rounds, rounds);
    return rounds;
}

static term_ref moved_by(struct loop_work *work, uint32_t loop, value_ref phi, value_ref v, uint32_t depth);

/* The loop whose header has the phi that the value is, behind the loop: the values that loops leave are phis of their own (lcssa). */
static bool is_left_by(const struct inference *inf, value_ref v, uint32_t within, value_ref *phi, uint32_t *loop) {
    const struct inst *inst = kernel_inst(inf->kernel, v);
    if (inst->op != INST_PHI || inst->operand_count != 1 || inf->cfg->loop_of[inst->block.id] != within)
        return false;
    *phi = kernel_operand(inf->kernel, inst, 0);
    const struct inst *from = kernel_inst(inf->kernel, *phi);
    if (from->op != INST_PHI)
        return false;
    *loop = inf->cfg->loop_of[from->block.id];
    return *loop != CFG_NONE && inf->cfg->loops[*loop].parent == within && inf->cfg->loops[*loop].header == from->block.id;
}

/* By how much the loop moves the phi's value in all its rounds; what enters it is *enters. */
static term_ref moved_in_all(struct loop_work *work, uint32_t loop, value_ref phi, value_ref *enters, uint32_t depth) {
    struct term_table *t = work->inf->terms;
    value_ref next;
    if (!sides_of(work->inf, loop, kernel_inst(work->inf->kernel, phi), enters, &next))
        return TERM_NONE;
    term_ref rounds = rounds_of(work, loop), by = term_is_none(rounds) ? TERM_NONE : moved_by(work, loop, phi, next, depth + 1);
    if (term_is_none(by))
        return TERM_NONE;
    uint8_t width = term_width(t, by), own = term_width(t, rounds);
    rounds = width < own ? term_trunc(t, rounds, width) : term_zext(t, rounds, width);
    struct term_range each = term_range_of(t, by), times = term_range_of(t, rounds);
    bool is_exact = each.smin >= 0 && times.smin >= 0 && (each.smax == 0 || times.smax <= bits_smax(width) / each.smax);
    return term_mul(t, rounds, by, is_exact ? TERM_NSW : 0);
}

/* v is the phi's value and this much, in each round of the loop; TERM_NONE: it is not, or rounds differ. */
static term_ref moved_by(struct loop_work *work, uint32_t loop, value_ref phi, value_ref v, uint32_t depth) {
    struct inference *inf = work->inf;
    struct term_table *t = inf->terms;
    const struct inst *inst = kernel_inst(inf->kernel, v);
    value_ref inner_phi, enters;
    uint32_t inner;
    if (depth > PASSED_DEPTH_MAX || inst->type.lanes != 1)
        return TERM_NONE;
    if (v.id == phi.id)
        return term_const(t, inst->type.kind == TYPE_POINTER ? 64 : inst->type.width_bits, 0);
    term_ref before = TERM_NONE, by = TERM_NONE;
    if (inst->op == INST_ADD || inst->op == INST_PTRADD) {
        by = steady(work, kernel_operand(inf->kernel, inst, 1));
        before = term_is_none(by) ? TERM_NONE : moved_by(work, loop, phi, kernel_operand(inf->kernel, inst, 0), depth + 1);
    } else if (is_left_by(inf, v, loop, &inner_phi, &inner)) {
        by = moved_in_all(work, inner, inner_phi, &enters, depth + 1);
        before = term_is_none(by) ? TERM_NONE : moved_by(work, loop, phi, enters, depth + 1);
    }
    return term_is_none(before) ? TERM_NONE : term_add(t, before, by, 0);
}

term_ref loop_passed(struct loop_work *work, value_ref v, uint32_t depth) {
    struct inference *inf = work->inf;
    value_ref phi, enters;
    uint32_t inner;
    if (!is_left_by(inf, v, work->loop, &phi, &inner))
        return TERM_NONE;
    term_ref by = moved_in_all(work, inner, phi, &enters, 0), before = term_is_none(by) ? TERM_NONE : loop_slice(work, enters, depth + 1);
    return term_is_none(before) ? TERM_NONE : term_add(inf->terms, before, by, 0);
}

/* The least that a number is, as the guard says: with a sign and without. */
struct limits {
    term_ref x;
    int64_t smin;
    uint64_t umin;
};

/* A loop's ordinal, which stays below half the range of x, whole or cut. */
static bool is_ordinal(const struct term_table *t, term_ref x) {
    uint8_t width = term_width(t, x);
    const struct term *term = term_get(t, term_op_of(term_get(t, x)) == TERM_TRUNC ? term_child(t, x, 0) : x);
    uint64_t limit;
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    symbol_ref symbol = {(uint32_t)term->value};
    for (uint32_t i = 0; i < symbol_fact_count(t, symbol); i++) {
        term_ref fact = symbol_fact(t, symbol, i);
        if (term_op_of(term_get(t, fact)) == TERM_ULT && term_get(t, term_child(t, fact, 0)) == term &&
            term_is_const(t, term_child(t, fact, 1), &limit) && limit <= bits_sign(width))
            return true;
    }
    return false;
}

/* The least that x is, with a sign: of sums of ordinals and constants. */
static int64_t least_of(struct term_table *t, term_ref x, uint32_t depth) {
    enum term_op op = term_op_of(term_get(t, x));
    bool is_exact = (term_get(t, x)->flags & TERM_NSW) != 0;
    int64_t range = term_range_of(t, x).smin, least;
    if (is_ordinal(t, x))
        return range > 0 ? range : 0;
    if (depth == PASSED_DEPTH_MAX || (op != TERM_SEXT && ((op != TERM_ADD && op != TERM_MUL) || !is_exact)))
        return range;
    int64_t a = least_of(t, term_child(t, x, 0), depth + 1);
    if (op == TERM_SEXT)
        return a;
    int64_t b = least_of(t, term_child(t, x, 1), depth + 1);
    bool is_known = op == TERM_ADD ? !__builtin_add_overflow(a, b, &least) : a >= 0 && b >= 0 && !__builtin_mul_overflow(a, b, &least);
    return is_known && least > range ? least : range;
}

static void raise_least(struct term_table *t, struct limits *limits, bool is_signed, bool is_strict, term_ref low) {
    int64_t least = is_signed ? least_of(t, low, 0) : INT64_MIN;
    uint64_t without_sign = is_signed ? 0 : term_range_of(t, low).umin;
    if (is_signed && least < INT64_MAX && least + is_strict > limits->smin)
        limits->smin = least + is_strict;
    if (!is_signed && without_sign < UINT64_MAX && without_sign + is_strict > limits->umin)
        limits->umin = without_sign + is_strict;
}

static void limit_by(struct term_table *t, term_ref guard, struct limits *limits) {
    enum term_op op = term_op_of(term_get(t, guard));
    bool is_signed = op == TERM_SLT || op == TERM_SLE, is_strict = op == TERM_SLT || op == TERM_ULT;
    if (op == TERM_AND) {
        limit_by(t, term_child(t, guard, 0), limits);
        limit_by(t, term_child(t, guard, 1), limits);
    } else if ((is_signed || op == TERM_ULT || op == TERM_ULE) && term_same(term_child(t, guard, 1), limits->x)) {
        raise_least(t, limits, is_signed, is_strict, term_child(t, guard, 0));
    }
}

/* Whether the guard excludes the comparison of a number with a constant: the number is larger. */
static bool is_excluded(struct term_table *t, term_ref guard, term_ref comparison) {
    enum term_op op = term_op_of(term_get(t, comparison));
    uint64_t c;
    if (op != TERM_SLT && op != TERM_SLE && op != TERM_ULT && op != TERM_ULE && op != TERM_EQ)
        return false;
    uint8_t width = term_width(t, term_child(t, comparison, 0));
    struct limits x = {term_child(t, comparison, 0), bits_smin(width), 0};
    if (!term_is_const(t, term_child(t, comparison, 1), &c))
        return false;
    limit_by(t, guard, &x);
    if (op == TERM_SLT || op == TERM_SLE)
        return bits_signed(c, width) < x.smin + (op == TERM_SLT && x.smin < INT64_MAX);
    if (op == TERM_ULT || op == TERM_ULE)
        return c < x.umin + (op == TERM_ULT && x.umin < UINT64_MAX);
    return bits_signed(c, width) < x.smin || c < x.umin;
}

static bool is_excluded_at(const struct inference *inf, uint32_t block, term_ref comparison) {
    if (is_excluded(inf->terms, inf->guard[block], comparison))
        return true;
    for (uint32_t loop = inf->cfg->loop_of[block]; loop != CFG_NONE; loop = inf->cfg->loops[loop].parent)
        if (is_excluded(inf->terms, inf->loop_states[loop].entry, comparison))
            return true;
    return false;
}

static term_ref keep(void *context, symbol_ref symbol) {
    (void)context;
    (void)symbol;
    return TERM_NONE;
}

term_ref passed_within(struct inference *inf, uint32_t block, term_ref t) {
    struct substitution *there = NULL;
    for (uint32_t i = 0; i < inf->rounds.size; i++) {
        term_ref none = term_child(inf->terms, inf->rounds.data[i], 0);
        if (!is_excluded_at(inf, block, none))
            continue;
        there = there ? there : substitution_create(inf->terms, keep, NULL);
        substitution_fix(there, none, term_false(inf->terms));
    }
    if (!there)
        return t;
    t = substitution_apply(there, t);
    substitution_destroy(there);
    return t;
}
