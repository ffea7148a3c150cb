/* Natural preconditions (docs/theory.md, "Preconditions").

   All conditions that the indices suggest are assumed at once: where even that
   does not exclude the violation, one query has shown it and there is no
   precondition. Where it does, conditions are dropped again, the least natural
   first, for as long as the rest is proved sufficient. What remains must leave
   the two threads doing what they do in a natural launch. */
#include "prove/condition/precondition.h"

#include <assert.h>
#include <string.h>

#include "prove/condition/candidate.h"
#include "prove/condition/hunt.h"
#include "prove/condition/index.h"
#include "prove/frame/budget.h"
#include "prove/frame/elements.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/decide.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"

enum { ATTEMPTS_MAX = 3 };
#define KNOWN_SHARE 8u                /* of the kernel's steps, for each violation */
#define KNOWN_TRIAL 16u               /* of the steps that are left, for what is known, before other conditions are tried */
#define KNOWN_STEPS UINT64_C(96000)   /* likewise, at most: what ends these steps may be asked again (rung/integers.c) */
#define AGAIN_STEPS UINT64_C(15000)   /* likewise, where another violation needs the same conditions */
#define SUFFICIENT_SHARE 3u           /* of the steps that are left, for the question whether any conditions suffice */
#define LIKELY_STEPS UINT64_C(500000) /* for a condition that is likely to suffice alone */

static void limits_of(const struct candidates *c, uint32_t set, uint32_t limit[LAUNCH_AXES]) {
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t *axis = &limit[c->list[i].axis];
        if ((set >> i & 1 || c->list[i].is_given) && c->list[i].limit != 0 && (*axis == 0 || c->list[i].limit < *axis))
            *axis = c->list[i].limit;
    }
}

/* ---- the search ---- */

/* Elements that differ name one thread for each store: that two do it is what they exclude. */
static bool names_threads(const struct hunt *hunt, uint32_t set) {
    const uint32_t *items = hunt->request->items;
    return set != 0 && items[0] != PROTOCOL_NONE && items[0] == items[1] && (set & ~hunt_class(hunt->candidates, CANDIDATE_DISTINCT)) == 0;
}

/* What two blocks do whether or not they are one: grids that lie along x may have one block only for it. */
static term_ref shape_of(const struct hunt *hunt, uint32_t set) {
    struct prover *prover = hunt->prover;
    const uint32_t *items = hunt->request->items;
    bool is_line = hunt->request->pairing == BETWEEN_BLOCKS && items[0] != PROTOCOL_NONE && items[1] != PROTOCOL_NONE;
    if (names_threads(hunt, set))
        return prover->frame->items[items[0]].guard;
    for (uint32_t i = 0; i < hunt->candidates->count && is_line; i++)
        is_line = !(set >> i & 1) || (hunt->candidates->list[i].limit != 0 && hunt->candidates->list[i].axis >= 3);
    return is_line ? term_and(prover->terms, prover->frame->items[items[0]].guard,
                              prover_second(prover, BETWEEN_BLOCKS, prover->frame->items[items[1]].guard))
                   : hunt->request->shape;
}

/* `proved`: the set and what follows from it, but helped to prove it. */
static struct precondition made(const struct hunt *hunt, uint32_t set, uint32_t proved) {
    struct prover *prover = hunt->prover;
    struct precondition out = {.count = 0};
    struct prove_condition *conditions = arena_alloc(prover->arena, (hunt->candidates->count + 1) * sizeof *conditions);
    struct candidate *candidates = arena_alloc(prover->arena, (hunt->candidates->count + 1) * sizeof *candidates);
    struct buffer text = {0};
    for (uint32_t i = 0; i < hunt->candidates->count; i++)
        if (set >> i & 1) {
            candidates[out.count] = hunt->candidates->list[i];
            conditions[out.count++] = hunt->candidates->list[i].condition;
            buffer_printf(&text, "%s%s", text.size ? " && " : "", hunt->candidates->list[i].condition.text);
        }
    out.conditions = conditions;
    out.candidates = candidates;
    struct candidate *helpers = arena_alloc(prover->arena, (hunt->candidates->count + 1) * sizeof *helpers);
    for (uint32_t i = 0; i < hunt->candidates->count; i++)
        if (proved & ~set & UINT32_C(1) << i)
            helpers[out.helper_count++] = hunt->candidates->list[i];
    out.helpers = helpers;
    out.text = arena_strdup(prover->arena, buffer_text(&text));
    out.pairing = hunt->request->pairing;
    out.query = hunt->query;
    out.shape = shape_of(hunt, set);
    limits_of(hunt->candidates, set, out.limit);
    buffer_release(&text);
    return out;
}

/* Those of the candidates that are such a condition. */
static uint32_t same_as(const struct hunt *hunt, term_ref condition) {
    uint32_t set = 0;
    for (uint32_t j = 0; j < hunt->candidates->count; j++)
        set |= (uint32_t)term_same(hunt->candidates->list[j].condition.term, condition) << j;
    return set;
}

/* The candidates that an earlier precondition of the kernel consists of, and was proved with; 0 if
   it has others. */
static uint32_t set_of(const struct hunt *hunt, const struct precondition *known) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < known->count; i++) {
        uint32_t same = same_as(hunt, known->conditions[i].term);
        if ((set & same) == same)
            return 0;
        set |= same;
    }
    for (uint32_t i = 0; i < known->helper_count; i++)
        set |= same_as(hunt, known->helpers[i].condition.term);
    return set;
}

/* What earlier violations of the kernel needed, all of it or one's part: where all does not suffice, no part does.
   A part that takes longer than all counts as not enough. *is_one: it is what one of them needed. */
static uint32_t known_set(const struct hunt *hunt, uint64_t most, struct proof *proof, bool *is_one) {
    struct prover *prover = hunt->prover;
    uint32_t whole = 0;
    *is_one = false;
    for (uint32_t i = 0; i < prover->conditions->found.size; i++)
        whole |= set_of(hunt, &prover->conditions->found.data[i]);
    uint64_t before = prover->budget.left;
    if (whole == 0 || !hunt_excludes(hunt, whole, most, proof))
        return 0;
    uint64_t used = before - prover->budget.left, trial = used > TRIAL_STEPS ? used : TRIAL_STEPS;
    for (uint32_t i = 0; i < prover->conditions->found.size; i++) {
        uint32_t set = set_of(hunt, &prover->conditions->found.data[i]);
        *is_one |= set == whole;
        if (set != 0 && set != whole && hunt_excludes(hunt, set, trial, proof)) {
            *is_one = true;
            return set;
        }
    }
    return whole;
}

static term_ref with_facts(const struct hunt *hunt, term_ref query) {
    return term_and(hunt->prover->terms, query, prover_facts(hunt->prover, hunt->request->pairing, query));
}

/* Enough conditions of the set, none of them to be a power of two or equal to another if it goes without; 0: there are not. What
   takes long leaves steps to the kernel's other violations. */
static uint32_t sufficient(const struct hunt *hunt, uint32_t set, struct proof *proof) {
    uint64_t most = hunt->prover->budget.left / SUFFICIENT_SHARE;
    uint32_t plain = set & ~(hunt_class(hunt->candidates, CANDIDATE_POWER) | hunt_class(hunt->candidates, CANDIDATE_SAME));
    if (plain != set && plain != 0 && hunt_excludes(hunt, plain, most, proof))
        return plain;
    uint32_t masks = candidates_of_masks(hunt->prover->terms, hunt->candidates, set);
    if (masks != 0 && masks != set && hunt_excludes(hunt, masks, most, proof))
        return masks;
    return hunt_excludes(hunt, set, most, proof) ? set : 0;
}

/* A condition that suffices alone where one is likely to. */
static uint32_t likely(const struct hunt *hunt, struct proof *proof) {
    for (uint32_t i = 0; i < hunt->candidates->count; i++)
        if (hunt->candidates->list[i].is_likely && hunt_excludes(hunt, UINT32_C(1) << i, LIKELY_STEPS, proof))
            return UINT32_C(1) << i;
    return 0;
}

static bool is_found(const struct prover *prover, const char *text) {
    bool found = false;
    for (uint32_t i = 0; i < prover->conditions->found.size; i++)
        found |= strcmp(prover->conditions->found.data[i].text, text) == 0;
    return found;
}

/* `is_known_only`: tries what the kernel's other violations need, and nothing else. A limit of blocks that another violation needs suffices
   where no natural launch within it gets here, too: code for larger blocks, `if (blockDim.x >= 1024)`, of a kernel whose arrays have
   room for small ones; `if (threadIdx.x == 0)` where blocks lie along x. */
static bool find(struct prover *prover, const struct witness_request *request, const struct candidates *candidates, bool is_known_only,
                 struct precondition *found) {
    struct hunt hunt = {prover, request, candidates, TERM_NONE};
    bool has_meeting = !term_is_none(request->meeting) && !term_same(request->meeting, request->query);
    hunt.query = with_facts(&hunt, has_meeting ? request->meeting : request->query);
    uint32_t all = candidates->count == CANDIDATES_MAX ? UINT32_MAX : (UINT32_C(1) << candidates->count) - 1;
    if (all == 0)
        return false;
    uint64_t share = prover->budget.left / KNOWN_TRIAL, most = is_known_only ? UINT64_MAX : share < KNOWN_STEPS ? share : KNOWN_STEPS;
    struct proof proof = proof_none(SMT_SAT);
    bool is_one, has_known = false;
    uint32_t set = known_set(&hunt, most, &proof, &is_one);
    for (int pass = 0; pass < 2 && set == 0 && !is_known_only; pass++) { /* that they meet, or that they do with other values */
        const term_ref before = hunt.query, harmful = has_meeting ? request->query : request->harmful;
        if (pass == 1 && !term_is_none(harmful))
            hunt.query = with_facts(&hunt, harmful);
        set = pass == 0 || !term_is_none(harmful) ? likely(&hunt, &proof) : 0;
        has_meeting &= pass == 0 || set == 0;
        hunt.query = set ? hunt.query : before;
    }
    for (int attempt = 0; attempt < ATTEMPTS_MAX && all != 0; attempt++) {
        uint64_t before = prover->budget.left;
        if (set == 0)
            set = is_known_only ? 0 : sufficient(&hunt, all, &proof);
        if (set == 0 && has_meeting) {
            hunt.query = with_facts(&hunt, request->query);
            has_meeting = false;
            set = is_known_only ? known_set(&hunt, most, &proof, &is_one) : sufficient(&hunt, all, &proof);
        }
        if (set == 0 && !has_known && !term_is_true(prover->terms, request->known) && hunt_about_contents(&hunt)) { /* through other arrays */
            hunt.query = with_facts(&hunt, term_and(prover->terms, request->query, request->known));
            has_known = true;
            set = is_known_only ? known_set(&hunt, most, &proof, &is_one) : sufficient(&hunt, all, &proof);
        }
        if (set == 0)
            return false;
        uint64_t steps = before - prover->budget.left;
        uint32_t lone = (set & (set - 1)) != 0 && hunt_needs_contents(&hunt, set) ? hunt_lone_contents(&hunt, set, &proof) : set;
        uint32_t proved = lone != set ? lone : hunt_reduced(&hunt, set, steps, is_one ? AGAIN_STEPS : TRIAL_STEPS, &proof);
        set = hunt_independent(&hunt, proved, &proof);
        if (set == 0)
            return false;
        uint32_t weak = hunt_weakened(&hunt, set, &proof);
        proved = weak == set ? proved : weak;
        set = weak;
        *found = made(&hunt, set, proved);
        bool is_allowed = claims_allow(prover, request->pairing, &proof, found->shape); /* else the claims exclude the violation alone */
        bool is_known = is_found(prover, found->text) && hunt_are_limits(&hunt, set, true);
        if (is_allowed && (is_known || precondition_is_natural(prover, found, hunt_conjunction(&hunt, set), found->limit))) {
            if (!is_found(prover, found->text))
                vec_push(&prover->conditions->found, *found);
            ledger_list(prover, &proof);
            return true;
        }
        uint32_t least = UINT32_C(1) << (31 - (uint32_t)__builtin_clz(set));
        all &= ~least;
        set = 0;
        is_one = false;
    }
    return false;
}

/* The search has steps of its own; when they are used up, what is known already may use the kernel's. */
bool precondition_find(struct prover *prover, const struct witness_request *request, const struct candidates *candidates,
                       struct precondition *found) {
    uint64_t steps = prover->budget.left;
    bool is_found = false;
    if (prover->conditions->steps > 0 && steps > 0) {
        struct budget_share own = budget_begin_own(&prover->budget, prover->conditions->steps);
        is_found = find(prover, request, candidates, false, found);
        prover->conditions->steps = budget_end_own(&prover->budget, own);
    }
    if (!is_found && prover->conditions->steps == 0 && steps > 0 && prover->conditions->found.size > 0) {
        struct budget_share share = budget_begin(&prover->budget, steps / KNOWN_SHARE);
        is_found = find(prover, request, candidates, true, found);
        (void)budget_end(&prover->budget, share);
    }
    return is_found;
}

static bool is_within(const struct prover *prover, const struct precondition *found, const struct prove_contract *contract) {
    bool within = true;
    for (uint32_t i = 0; i < found->count; i++)
        within &= condition_is_implied(prover->terms, &found->conditions[i], contract->conditions, contract->count);
    return within;
}

static void smallest(uint32_t limit[LAUNCH_AXES], const uint32_t other[LAUNCH_AXES]) {
    for (int a = 0; a < LAUNCH_AXES; a++)
        if (other[a] != 0 && (limit[a] == 0 || other[a] < limit[a]))
            limit[a] = other[a];
}

bool precondition_join(struct prover *prover, const struct prove_condition *conditions, uint32_t count, struct prove_contract *contract) {
    struct term_table *t = prover->terms;
    uint32_t limit[LAUNCH_AXES] = {0};
    term_ref all = term_true(t);
    *contract = prove_join(prover->arena, t, conditions, count);
    for (uint32_t i = 0; i < contract->count; i++)
        all = term_and(t, all, contract->conditions[i].term);
    for (uint32_t i = 0; i < prover->conditions->found.size; i++)
        if (is_within(prover, &prover->conditions->found.data[i], contract))
            smallest(limit, prover->conditions->found.data[i].limit);
    for (uint32_t i = 0; i < prover->conditions->found.size; i++)
        if (is_within(prover, &prover->conditions->found.data[i], contract) &&
            !precondition_is_natural(prover, &prover->conditions->found.data[i], all, limit))
            return false;
    return count > 0;
}
