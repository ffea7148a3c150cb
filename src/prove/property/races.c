/* Races: every pair of classes of accesses that can conflict, within the kernel's budget. */
#include <assert.h>
#include <string.h>

#include "prove/frame/budget.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/property/classes.h"
#include "prove/property/race_pair.h"
#include "prove/property/race_query.h"
#include "prove/property/trace.h"
#include "prove/rung/demand.h"
#include "prove/value/contents.h"

#define RESERVE 8u                   /* of the budget, kept for plain pairs that are still to be asked; */
#define PLAIN_STEPS UINT64_C(100000) /* at most so many for each */
#define ARRAY_RESERVE 8u             /* likewise, for arrays of which no pair was asked; */
#define ARRAY_STEPS UINT64_C(300000) /* at most so many for each */
#define FORESEE 4u                   /* of the budget, for proofs that are tried ahead of the search for counterexamples */

/* The answer of an earlier round, if it does not rest on what is gone since. */
static bool is_answered(const struct race_memory *memory, uint32_t number, struct basis gone) {
    return number < memory->answers.size && !basis_meets(memory->answers.data[number].rests_on, gone);
}

/* A pair of classes that is asked, by its number in the report's order. */
struct asked_pair {
    enum pairing pairing;
    uint32_t a, b;
};

/* The answer is left in the order of decision: memory->answers has where. */
static void answer_pair(struct race_work *work, struct race_memory *memory, uint32_t number, struct basis gone, const struct asked_pair *pair) {
    assert(pair->pairing < PAIRING_COUNT);
    struct pair_answer answer = {.first = work->conflicts.size};
    if (is_answered(memory, number, gone)) {
        const struct pair_answer *old = &memory->answers.data[number];
        for (uint32_t i = 0; i < old->count; i++)
            vec_push(&work->conflicts, memory->conflicts[old->first + i]);
        answer.rests_on = old->rests_on;
    } else {
        work->basis = (struct basis){0, false};
        trace_pair(work->prover, number);
        race_decide_pair(work, pair->pairing, &work->classes.list.data[pair->a], &work->classes.list.data[pair->b]);
        answer.rests_on = work->basis;
    }
    answer.count = work->conflicts.size - answer.first;
    work->answers.data[number] = answer;
}

/* Neither offset depends on the thread, e.g. `out[0] = x`: few steps decide such a pair. */
static bool is_plain(const struct race_work *work, const struct asked_pair *pair) {
    const struct prover *prover = work->prover;
    const struct access_class *of[] = {&work->classes.list.data[pair->a], &work->classes.list.data[pair->b]};
    bool is_plain = true;
    for (int i = 0; i < 2; i++)
        is_plain &= !(term_deps(prover->terms, prover->frame->items[of[i]->representative].offset) & (DEP_THREAD | DEP_APPROX));
    return is_plain;
}

static uint32_t array_of_pair(const struct race_work *work, const struct asked_pair *pair) {
    return work->prover->protocol->items[work->classes.list.data[pair->a].representative].array;
}

/* Which pairs are the first of their arrays; their number is returned. */
static uint32_t note_first(const struct race_work *work, const struct asked_pair *pairs, uint32_t count, bool *is_first) {
    uint32_t arrays = 0, array_count = work->prover->protocol->array_count;
    bool *seen = arena_alloc(work->prover->arena, (array_count + 1) * sizeof *seen);
    memset(seen, 0, (array_count + 1) * sizeof *seen);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t array = array_of_pair(work, &pairs[i]);
        is_first[i] = !seen[array];
        seen[array] = true;
        arrays += is_first[i];
    }
    return arrays;
}

/* A search for a counterexample is lost where a later pair's proof rests on a claim that may not be made, because all is decided again then:
   the proofs of the pairs from `next` on are tried before the second search. The answers are remembered (memo.h). */
static void foresee(struct race_work *work, const struct race_memory *memory, struct basis gone, const struct asked_pair *pairs, uint32_t next,
                    uint32_t count) {
    struct prover *prover = work->prover;
    struct budget_share share = budget_begin(&prover->budget, prover->budget.left / FORESEE);
    for (uint32_t i = next; i < count && prover->budget.left > 0 && !demand_is_redone(prover); i++)
        if (!is_answered(memory, i, gone))
            race_foresee_pair(work, pairs[i].pairing, &work->classes.list.data[pairs[i].a], &work->classes.list.data[pairs[i].b]);
    (void)budget_end(&prover->budget, share);
}

/* Decides the pairs in order. Plain ones still to be asked have an equal part of RESERVE each, and so have arrays of ARRAY_RESERVE: so
   hard pairs cannot keep them from being asked. */
static void answer_pairs(struct race_work *work, struct race_memory *memory, struct basis gone, const struct asked_pair *pairs, uint32_t count) {
    struct budget *budget = &work->prover->budget;
    bool *begins = arena_alloc(work->prover->arena, (count + 1) * sizeof *begins);
    uint32_t plain = 0, arrays = note_first(work, pairs, count, begins);
    for (uint32_t i = 0; i < count; i++)
        plain += is_plain(work, &pairs[i]);
    uint64_t each = budget->left / RESERVE / (plain + 1), of_array = budget->left / ARRAY_RESERVE / (arrays + 1);
    each = each < PLAIN_STEPS ? each : PLAIN_STEPS;
    of_array = of_array < ARRAY_STEPS ? of_array : ARRAY_STEPS;
    bool is_foreseen = work->prover->scope->proofs_only || work->prover->scope->formulas_only;
    for (uint32_t i = 0; i < count; i++) {
        plain -= is_plain(work, &pairs[i]);
        arrays -= begins[i];
        uint64_t kept = each * plain + of_array * arrays;
        struct budget_share share = budget_begin(budget, budget->left > kept ? budget->left - kept : 0);
        answer_pair(work, memory, i, gone, &pairs[i]);
        (void)budget_end(budget, share);
        if (!is_foreseen && work->answers.data[i].count > 0) {
            foresee(work, memory, gone, pairs, i + 1, count);
            is_foreseen = true;
        }
    }
}

/* Races of a thread's write with another's of the same value leave the
   contents as certain as they were. */
static uint64_t array_of_conflict(const struct protocol *p, const struct prove_conflict *conflict) {
    bool writes = p->items[conflict->item[0]].mode == ACCESS_WRITE && p->items[conflict->item[1]].mode == ACCESS_WRITE;
    return conflict->same_value && writes ? 0 : contents_bit(p->items[conflict->item[0]].array);
}

static void list_pairs(const struct race_work *work, struct asked_pair *pairs, uint32_t *count) {
    for (uint32_t i = 0; i < work->classes.list.size; i++)
        for (uint32_t j = i; j < work->classes.list.size; j++)
            for (int pairing = 0; pairing < PAIRING_COUNT; pairing++)
                if (race_is_asked(work->prover, (enum pairing)pairing, work->classes.list.data[i].representative,
                                  work->classes.list.data[j].representative)) {
                    if (pairs)
                        pairs[*count] = (struct asked_pair){(enum pairing)pairing, i, j};
                    ++*count;
                }
}

/* The conflicts by number of their pairs: what the report has, and what the next round takes answers from. */
static void gather(struct race_work *work, struct race_memory *memory, struct prove_report *report) {
    report->conflicts = arena_alloc(work->prover->arena, (work->conflicts.size + 1) * sizeof *report->conflicts);
    report->conflict_count = 0;
    vec_clear(&memory->answers);
    for (uint32_t i = 0; i < work->answers.size; i++) {
        struct pair_answer answer = work->answers.data[i];
        for (uint32_t n = 0; n < answer.count; n++)
            report->conflicts[report->conflict_count + n] = work->conflicts.data[answer.first + n];
        answer.first = report->conflict_count;
        report->conflict_count += answer.count;
        vec_push(&memory->answers, answer);
    }
    memory->conflicts = report->conflicts;
}

uint64_t prove_races(struct prover *prover, struct prove_report *report, struct race_memory *memory, struct basis gone, struct basis *rests_on) {
    struct race_work work = {.prover = prover};
    uint32_t number = 0;
    uint64_t unproved = 0;
    classes_make(prover, &work.classes);
    list_pairs(&work, NULL, &number);
    struct asked_pair *pairs = arena_alloc(prover->arena, (number + 1) * sizeof *pairs);
    number = 0;
    list_pairs(&work, pairs, &number);
    vec_resize_zero(&work.answers, number);
    answer_pairs(&work, memory, gone, pairs, number);
    gather(&work, memory, report);
    prover->stats.pairs = number;
    for (uint32_t i = 0; i < number; i++)
        basis_add(rests_on, memory->answers.data[i].rests_on);
    for (uint32_t i = 0; i < report->conflict_count; i++)
        unproved |= array_of_conflict(prover->protocol, &report->conflicts[i]);
    classes_release(&work.classes);
    vec_release(&work.conflicts);
    vec_release(&work.answers);
    return work.is_full ? UINT64_MAX : unproved;
}
