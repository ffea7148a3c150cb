/* Which of the conditions that a violation suggests exclude it (hunt.h). */
#include "prove/condition/hunt.h"

#include "prove/frame/budget.h"
#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/decide.h"
#include "smt/smt.h"

#define SHOWN_STEPS UINT64_C(600000) /* for a natural launch that satisfies the conditions, if there are so many */
#define LONE_SHARE 3u                /* of the steps that are left, for conditions on contents, one at a time, */
#define LONE_STEPS UINT64_C(400000)  /* and for each of them */

term_ref hunt_conjunction(const struct hunt *hunt, uint32_t set) {
    struct term_table *t = hunt->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < hunt->candidates->count; i++)
        if (set >> i & 1)
            all = term_and(t, all, hunt->candidates->list[i].condition.term);
    return all;
}

uint32_t hunt_about_contents(const struct hunt *hunt) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < hunt->candidates->count; i++)
        set |= (uint32_t)hunt->candidates->list[i].is_contents << i;
    return set;
}

/* The conjunction as proofs take it: conditions on contents are what they say of the query's elements. */
static term_ref meant(const struct hunt *hunt, uint32_t set) {
    struct prover *prover = hunt->prover;
    term_ref all = term_true(prover->terms);
    for (uint32_t i = 0; i < hunt->candidates->count; i++) {
        const struct candidate *c = &hunt->candidates->list[i];
        if (set >> i & 1)
            all = term_and(prover->terms, all, c->is_contents ? elements_meant(prover, c->condition.term, hunt->query) : c->condition.term);
    }
    return set & hunt_about_contents(hunt) ? term_and(prover->terms, all, elements_agree(prover, hunt->query)) : all;
}

static bool is_power(const struct hunt *hunt, uint32_t set, symbol_ref symbol) {
    bool found = false;
    for (uint32_t i = 0; i < hunt->candidates->count; i++)
        found |= (set >> i & 1) && hunt->candidates->list[i].class == CANDIDATE_POWER && hunt->candidates->list[i].symbol.id == symbol.id;
    return found;
}

/* With the multiples of the set put in, the largest of each symbol. */
static term_ref with_multiples(const struct hunt *hunt, uint32_t set, term_ref query) {
    const struct candidates *c = hunt->candidates;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t of = set >> i & 1 ? c->list[i].multiple : 0;
        for (uint32_t j = 0; j < c->count; j++) /* of a power of two the largest divides what the others do */
            if (of != 0 && (set >> j & 1) && c->list[j].multiple != 0 && c->list[j].symbol.id == c->list[i].symbol.id &&
                __builtin_ctz(c->list[j].multiple) > __builtin_ctz(of))
                of = c->list[j].multiple;
        if (of != 0 && !is_power(hunt, set, c->list[i].symbol))
            query = multiple_fixed(hunt->prover, query, c->list[i].symbol, of);
    }
    return query;
}

/* The conditions of the set exclude the violation, by *proof. */
static bool excludes(const struct hunt *hunt, uint32_t set, struct proof *proof) {
    const struct candidates *c = hunt->candidates;
    struct term_table *t = hunt->prover->terms;
    term_ref query = term_and(t, hunt->query, meant(hunt, set));
    for (uint32_t i = 0; i < c->count; i++) {
        const struct stated *stated =
            set >> i & 1 && c->list[i].is_contents ? stated_of_term(hunt->prover->protocol, c->list[i].condition.term) : NULL;
        if (stated && (*proof = ordered_proves(hunt->prover, hunt->request->pairing, hunt->query, stated)).holds)
            return true;
    }
    for (uint32_t i = 0; i < c->count; i++)
        if (set >> i & 1 && c->list[i].class == CANDIDATE_SAME)
            query = term_replace(t, query, c->list[i].symbol, c->list[i].other);
    term_ref fixed = with_multiples(hunt, set, query);
    const struct candidate *power = candidates_power(t, c, set);
    if (power)
        return (*proof = decide_power(hunt->prover, hunt->request->pairing, fixed, power->symbol)).holds;
    *proof = decide_known(hunt->prover, hunt->request->pairing, query);
    if (!proof->holds)
        *proof = decide_integers(hunt->prover, hunt->request->pairing, fixed);
    return proof->holds;
}

uint32_t hunt_class(const struct candidates *c, enum candidate_class class) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < c->count; i++)
        set |= (uint32_t)(c->list[i].class == class) << i;
    return set;
}

bool hunt_excludes(const struct hunt *hunt, uint32_t set, uint64_t most, struct proof *proof) {
    struct prover *prover = hunt->prover;
    struct budget_share share = budget_begin(&prover->budget, most);
    struct proof found;
    bool is_excluded = excludes(hunt, set, &found);
    if (is_excluded)
        *proof = found;
    (void)budget_end(&prover->budget, share);
    return is_excluded;
}

uint32_t hunt_independent(const struct hunt *hunt, uint32_t set, struct proof *proof) {
    struct prover *prover = hunt->prover;
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < hunt->candidates->count; i++) {
        uint32_t others = set & ~(UINT32_C(1) << i);
        if (!(set >> i & 1) || others == 0 || hunt->candidates->list[i].is_contents)
            continue;
        term_ref otherwise = term_and(t, meant(hunt, others), term_not(t, hunt->candidates->list[i].condition.term));
        struct proof follows = decide_once(prover, hunt->request->pairing, otherwise);
        if (!follows.holds)
            continue;
        proof_add(prover->arena, proof, &follows);
        set = others;
    }
    return set;
}

bool hunt_needs_contents(const struct hunt *hunt, uint32_t set) {
    uint32_t sizes = set & ~hunt_about_contents(hunt);
    struct proof proof;
    return sizes != set && (sizes == 0 || !hunt_excludes(hunt, sizes, TRIAL_STEPS, &proof));
}

/* One condition on contents alone, if it suffices: with others its proof may be shorter, but they are not needed. */
uint32_t hunt_lone_contents(const struct hunt *hunt, uint32_t set, struct proof *proof) {
    uint32_t found = set;
    struct budget *budget = &hunt->prover->budget;
    struct budget_share share = budget_begin(budget, budget->left / LONE_SHARE);
    for (uint32_t i = 0; i < hunt->candidates->count && found == set; i++)
        if ((set >> i & 1) && hunt->candidates->list[i].is_contents && hunt_excludes(hunt, UINT32_C(1) << i, LONE_STEPS, proof))
            found = UINT32_C(1) << i;
    (void)budget_end(budget, share);
    return found;
}

/* Without what is not needed: whole classes, then single conditions. What takes longer to prove than with all of them,
   `steps` or `trial`, counts as not proved. Some steps remain for what comes then: a natural launch is to be found. */
uint32_t hunt_reduced(const struct hunt *hunt, uint32_t set, uint64_t steps, uint64_t trial, struct proof *proof) {
    uint64_t most = steps > trial ? steps : trial, left = hunt->prover->budget.left;
    uint64_t reserve = left / 2 < SHOWN_STEPS ? left / 2 : left / 4 > SHOWN_STEPS ? left / 4 : SHOWN_STEPS;
    struct budget_share share = budget_begin(&hunt->prover->budget, left - reserve);
    for (uint32_t class = CANDIDATE_CLASSES; class -- > 0;) {
        uint32_t without = set & ~hunt_class(hunt->candidates, (enum candidate_class) class);
        if (without != set && without != 0 && hunt_excludes(hunt, without, most, proof))
            set = without;
    }
    for (uint32_t i = hunt->candidates->count; i-- > 0;) {
        uint32_t without = set & ~(UINT32_C(1) << i);
        if (without != set && (set & (set - 1)) != 0 && hunt_excludes(hunt, without, most, proof))
            set = without;
    }
    (void)budget_end(&hunt->prover->budget, share);
    return set;
}

bool hunt_are_limits(const struct hunt *hunt, uint32_t set, bool of_blocks) {
    bool are = true;
    for (uint32_t i = 0; i < hunt->candidates->count; i++) {
        const struct candidate *c = &hunt->candidates->list[i];
        are = are && (!(set >> i & 1) || (c->limit != 0 && (!of_blocks || c->axis < 3 || c->class == CANDIDATE_AXIS)));
    }
    return are;
}

/* One condition that follows from several limits of axes and suffices alone: it lets more launches by, `blockDim.x * blockDim.y <= 512`
   more than `blockDim.y == 1 && blockDim.x <= 512`. */
uint32_t hunt_weakened(const struct hunt *hunt, uint32_t set, struct proof *proof) {
    struct term_table *t = hunt->prover->terms;
    if ((set & (set - 1)) == 0 || !hunt_are_limits(hunt, set, false))
        return set;
    for (uint32_t i = 0; i < hunt->candidates->count; i++) {
        const struct candidate *c = &hunt->candidates->list[i];
        if ((set >> i & 1) || c->is_contents || c->class == CANDIDATE_SAME || c->class == CANDIDATE_POWER)
            continue;
        struct proof follows = decide_once(hunt->prover, hunt->request->pairing, term_and(t, meant(hunt, set), term_not(t, c->condition.term)));
        if (follows.holds && hunt_excludes(hunt, UINT32_C(1) << i, TRIAL_STEPS, proof))
            return UINT32_C(1) << i;
    }
    return set;
}
