/* Whether some launch in scope satisfies what is required. */
#include <string.h>

#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/bits.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"

#define CONSISTENT_STEPS UINT64_C(300000)

static const uint64_t NATURAL_MOST[] = {64, 1024, 16384};

struct reader {
    struct prover *prover;
    term_ref natural;
    uint64_t most;
};

static void natural_param(void *context, symbol_ref symbol) {
    struct reader *reader = context;
    struct term_table *t = reader->prover->terms;
    const struct symbol s = *symbol_get(t, symbol);
    if (s.role != SYMBOL_PARAM || s.width_bits < 16 || reader->most == 0)
        return;
    term_ref p = term_symbol(t, symbol);
    reader->natural = term_and(
        t, reader->natural, term_and(t, term_sle(t, term_const(t, s.width_bits, 1), p), term_sle(t, p, term_const(t, s.width_bits, reader->most))));
}

static bool try_example(struct prover *prover, const struct launch *launch, term_ref all, struct prove_report *report) {
    struct smt_query *model;
    term_ref here = substitution_apply(launch->substitution, all);
    if (term_is_false(prover->terms, here) || witness_solve(prover, term_true(prover->terms), launch, here, CONSISTENT_STEPS, &model) != SMT_SAT)
        return false;
    uint32_t count;
    struct prove_named *params = witness_params(prover, launch, all, model, &count);
    smt_query_end(model);
    if (!crowd_fits(prover, launch, params, count))
        return false;
    report->has_example = true;
    memcpy(report->example.block, launch->block, sizeof launch->block);
    memcpy(report->example.grid, launch->grid, sizeof launch->grid);
    report->example.params = params;
    report->example.param_count = count;
    return true;
}

/* Of conditions on contents, first with room for an element of each thread, or for several. */
static bool try_launch(struct prover *prover, const struct launch *launch, term_ref all, struct prove_report *report) {
    const uint32_t *b = launch->block, *g = launch->grid;
    uint64_t threads = (uint64_t)b[0] * b[1] * b[2] * g[0] * g[1] * g[2];
    for (uint64_t each = 16; each > 0 && prover->frame->stated.size > 0; each /= 4) {
        term_ref wish = crowd_wish(prover, threads * each);
        if (!term_is_true(prover->terms, wish) && try_example(prover, launch, term_and(prover->terms, all, wish), report))
            return true;
    }
    return try_example(prover, launch, all, report);
}

/* The most threads along each axis that the conditions do not plainly exclude; 0: any. */
static void axis_limits(struct prover *prover, term_ref all, uint32_t limit[LAUNCH_AXES]) {
    struct term_table *t = prover->terms;
    for (uint32_t a = 0; a < 3; a++) {
        const struct term *dim = term_get(t, prover->protocol->bdim[a]);
        symbol_ref symbol = {(uint32_t)dim->value};
        if (term_op_of(dim) != TERM_SYMBOL || prover->frame->fixed_block[a])
            continue;
        for (uint32_t most = a == 2 ? 64 : 1024; most > 1 && limit[a] == 0; most /= 2)
            if (!term_is_false(t, term_replace(t, all, symbol, term_const(t, 32, most))))
                limit[a] = most;
        limit[a] = limit[a] ? limit[a] : 1;
    }
}

/* No array has a negative size. */
static term_ref sizes_are_natural(struct prover *prover) {
    struct term_table *t = prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < prover->protocol->array_count; i++) {
        term_ref extent = prover_extent(prover, i);
        if (!term_is_none(extent))
            all = term_and(t, all, term_sle(t, term_const(t, 64, 0), extent));
    }
    return all;
}

static enum smt_result solve(struct prover *prover, term_ref all) {
    struct smt_query *query = smt_query_begin(prover->smt, SMT_BITVECTORS);
    bits_assert(prover, query, all);
    enum smt_result result = smt_check(query, CONSISTENT_STEPS);
    smt_query_end(query);
    return result;
}

bool required_is_possible(struct prover *prover, struct prove_report *report) {
    struct term_table *t = prover->terms;
    term_ref facts = prover_facts(prover, WITHIN_BLOCK, term_true(t)), sizes = sizes_are_natural(prover);
    term_ref all = term_and(t, term_and(t, facts, sizes), elements_sample(prover));
    uint32_t limit[LAUNCH_AXES] = {0};
    if (prover->scope->required_count == 0) /* what the kernel itself says is another question */
        return term_is_true(t, sizes) || solve(prover, sizes) != SMT_UNSAT;
    if (term_is_false(t, all))
        return false;
    launch_list(prover);
    axis_limits(prover, all, limit);
    for (uint32_t pass = 0; pass < 4; pass++) {
        struct reader natural = {.prover = prover, .natural = all, .most = pass < 3 ? NATURAL_MOST[pass] : 0};
        term_visit_symbols(t, all, natural_param, &natural);
        for (uint32_t i = prover->launches->first_between; i < prover->launches->list.size; i++) {
            const struct launch *launch = prover->launches->list.data[i].natural ? launch_within(prover, i, limit) : NULL;
            if (launch && try_launch(prover, launch, natural.natural, report))
                return true;
        }
    }
    if (prover->frame->stated.size > 0) /* whether arrays satisfy it was not seen */
        return false;
    return solve(prover, all) == SMT_SAT;
}
