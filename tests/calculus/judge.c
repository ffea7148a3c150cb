/* Asks the typing, the semantics, the enumeration of the protocol, its execution and the prover
   about one program, for 2 to 5 threads. */
#include <string.h>

#include "calculus/execute.h"
#include "calculus/execute_map.h"
#include "calculus/lower.h"
#include "calculus/type.h"
#include "prove/prove.h"
#include "theorem.h"

enum { STEPS = 200000 };

/* What the initial history and the protocol's memory hold alike. */
bool initial_value(void *context, uint32_t array, uint32_t index, uint32_t *value) {
    (void)context;
    *value = 0;
    for (uint32_t i = 0; i < 4; i++)
        *value |= map_arbitrary_byte(array, (int64_t)index * 4 + i) << (8 * i);
    return true;
}

/* ---- what the typing must say ---- */

static bool mentions(const struct baby_program *p, uint32_t expr, bool is_uniform) {
    const struct baby_expr *e = &p->exprs.data[expr];
    bool found = false;
    if (e->op == BABY_VARIABLE)
        return p->names.data[e->value].kind == BABY_LOCAL || (is_uniform && p->names.data[e->value].kind == BABY_TID);
    for (uint32_t i = 0; i < baby_op_info(e->op)->arity; i++)
        found |= mentions(p, e->child[i], is_uniform);
    return found;
}

/* Every statement of the table belongs to the program. */
bool must_be_typed(const struct baby_program *p) {
    bool is_typed = true;
    for (uint32_t i = 0; i < p->stmts.size; i++) {
        const struct baby_stmt *s = &p->stmts.data[i];
        if (s->kind == BABY_READ || s->kind == BABY_WRITE)
            is_typed &= !mentions(p, s->index, false);
        else if (s->kind == BABY_IF)
            is_typed &= !mentions(p, s->condition, s->has_sync);
        else if (s->kind == BABY_FOR)
            is_typed &= !mentions(p, s->index, s->has_sync) && !mentions(p, s->value, s->has_sync);
    }
    return is_typed;
}

/* ---- the judges ---- */

struct sums {
    uint64_t accesses, fingerprint, values;
};

static uint64_t value_hash(uint64_t access, uint32_t value) {
    return (access ^ value) * UINT64_C(0x9E3779B97F4A7C15);
}

static void add_phase(void *context, uint32_t phase, const struct baby_access *accesses, uint32_t count) {
    struct sums *sums = context;
    for (uint32_t i = 0; i < count; i++) {
        const struct baby_access *a = &accesses[i];
        uint64_t hash = baby_access_hash(phase, a->thread, a->array, a->index, a->is_write);
        sums->accesses++;
        sums->fingerprint += hash;
        sums->values += value_hash(hash, a->value);
    }
}

/* The protocol executed: its accesses, and whether two conflict. */
static bool map_is_drf(struct arena *arena, const struct protocol *p, uint32_t threads, bool sees_others, struct sums *sums, const char **refused) {
    const struct map_param param = {"n", PARAM_VALUE};
    const struct map_launch launch = {.block = {threads, 1, 1},
                                      .grid = {1, 1, 1},
                                      .block_count = 1,
                                      .params = &param,
                                      .param_count = 1,
                                      .steps = STEPS,
                                      .sees_others = sees_others};
    struct map_run run;
    bool is_drf = true;
    map_execute(arena, p, &launch, &run);
    *refused = run.refused;
    for (uint32_t i = 0; i < run.events.size; i++) {
        const struct map_event *e = &run.events.data[i];
        const struct proto_item *item = &p->items[e->item];
        uint64_t hash = baby_access_hash(e->phase, e->thread, item->array, (uint32_t)(e->offset / 4), item->mode == ACCESS_WRITE);
        sums->accesses++;
        sums->fingerprint += hash;
        sums->values += value_hash(hash, (uint32_t)e->value);
        for (uint32_t j = 0; j < i && is_drf; j++)
            is_drf = map_conflict_of(p, &run.events.data[j], e) == MAP_NO_CONFLICT;
    }
    map_run_release(&run);
    return is_drf;
}

enum answer { ANSWER_DRF, ANSWER_RACY, ANSWER_OPEN, ANSWER_DIVERGENT };

static enum answer ask_prover(struct arena *arena, const struct protocol *p, uint32_t threads) {
    const struct prove_param param = {"n", PARAM_VALUE};
    const struct prove_scope scope = {.block = {threads, 1, 1}, .grid = {1, 1, 1}, .params = &param, .param_count = 1, .budget_steps = 16000000};
    const struct prove_report *report = prove_protocol(arena, p, &scope, PROPERTY_RACE | PROPERTY_DIVERGENCE);
    enum answer answer = report->aligned ? ANSWER_DRF : ANSWER_DIVERGENT;
    for (uint32_t i = 0; i < report->conflict_count && answer != ANSWER_RACY && answer != ANSWER_DIVERGENT; i++)
        answer = report->conflicts[i].outcome == PROVE_MODEL ? ANSWER_RACY : ANSWER_OPEN;
    return answer;
}

static bool is_same_run(const struct sums *a, const struct sums *b, bool with_values) {
    return a->accesses == b->accesses && a->fingerprint == b->fingerprint && (!with_values || a->values == b->values);
}

/* Threads that see each other's writes of the phase change nothing of a DRF program, and of a typed
   one only values. So it is of the program (`executed` is its run by the rules) and of the
   protocol. */
static const char *judge_interleaving(struct arena *arena, const struct baby_program *program, const struct protocol *p, uint32_t threads,
                                      bool is_drf, const struct sums *executed) {
    const uint32_t param = PARAM_VALUE;
    struct sums interleaved = {0, 0, 0}, by_map = {0, 0, 0};
    const struct baby_launch launch = {.threads = threads,
                                       .params = &param,
                                       .initial = initial_value,
                                       .phase = add_phase,
                                       .context = &interleaved,
                                       .steps = STEPS,
                                       .sees_others = true};
    struct baby_run run;
    const char *refused = NULL;
    baby_execute(program, &launch, &run);
    bool has_races = !baby_run_is_drf(&run);
    baby_run_release(&run);
    if (has_races == is_drf || !is_same_run(&interleaved, executed, is_drf))
        return "an interleaving in which threads see each other's writes is another run";
    bool map_drf = map_is_drf(arena, p, threads, true, &by_map, &refused);
    if (refused || map_drf != is_drf || !is_same_run(&by_map, executed, is_drf))
        return "an interleaving of the protocol is another run";
    return NULL;
}

static const char *judge_size(struct arena *arena, const struct baby_program *program, const struct baby_program *map, const struct protocol *p,
                              uint32_t threads, bool asks_prover, struct judgement *j) {
    const uint32_t param = PARAM_VALUE;
    struct sums executed = {0, 0, 0}, by_map = {0, 0, 0};
    const struct baby_launch launch = {
        .threads = threads, .params = &param, .initial = initial_value, .phase = add_phase, .context = &executed, .steps = STEPS};
    struct baby_run run;
    const char *refused = NULL;
    baby_execute(program, &launch, &run);
    bool is_drf = baby_run_is_drf(&run), is_whole = run.end == BABY_END_DONE && run.undefined.size == 0;
    baby_run_release(&run);
    if (!is_whole)
        return "the execution of a well-typed program does not end";
    struct baby_enumeration enumerated = baby_enumerate(map, threads, &param, STEPS);
    if (!enumerated.is_complete)
        return "the type cannot be enumerated";
    if (enumerated.is_drf != is_drf)
        return is_drf ? "DRF by execution, but the type is racy" : "racy by execution, but the type is DRF";
    if (enumerated.accesses != executed.accesses || enumerated.fingerprint != executed.fingerprint)
        return "the type has other accesses than the execution";
    bool map_drf = map_is_drf(arena, p, threads, false, &by_map, &refused);
    if (refused)
        return arena_printf(arena, "the protocol is not executed: %s", refused);
    if (map_drf != is_drf)
        return is_drf ? "DRF by execution, but the executed protocol is racy" : "racy by execution, but the executed protocol is DRF";
    if (!is_same_run(&by_map, &executed, false))
        return "the protocol has other accesses than the execution";
    if (is_drf && !is_same_run(&by_map, &executed, true))
        return "the protocol reads or writes other values than the execution";
    const char *wrong = judge_interleaving(arena, program, p, threads, is_drf, &executed);
    if (wrong)
        return wrong;
    enum answer answer = asks_prover ? ask_prover(arena, p, threads) : is_drf ? ANSWER_DRF : ANSWER_RACY;
    if (answer == ANSWER_DIVERGENT)
        return "the prover does not see that all threads reach each barrier";
    if (answer == ANSWER_RACY && is_drf)
        return "DRF by execution, but the prover has a model of a race";
    if (answer == ANSWER_DRF && !is_drf)
        return "racy by execution, but the prover has proved the absence of races";
    if (answer == ANSWER_OPEN)
        return "the prover decides nothing";
    j->racy += !is_drf;
    j->drf += is_drf;
    return NULL;
}

/* Text of the program reads back as the same text. */
static const char *judge_text(struct arena *arena, const struct baby_program *program) {
    struct buffer text = {0}, again = {0};
    const char *error = NULL;
    baby_print(program, NULL, NULL, &text);
    struct baby_programs parsed = baby_parse(arena, buffer_text(&text), text.size, "random.baby", &error);
    if (!error && parsed.count == 1)
        baby_print(parsed.programs[0], NULL, NULL, &again);
    bool is_same = !error && strcmp(buffer_text(&text), buffer_text(&again)) == 0;
    for (uint32_t i = 0; i < parsed.count; i++)
        baby_program_destroy(parsed.programs[i]);
    buffer_release(&text);
    buffer_release(&again);
    return error ? arena_printf(arena, "its text does not parse: %s", error) : is_same ? NULL : "its text reads back as another text";
}

struct judgement judge_program(struct arena *arena, const struct baby_program *program, bool is_typed, bool asks_prover) {
    struct judgement j = {.disagreement = judge_text(arena, program)};
    struct baby_typing typing;
    baby_type(arena, program, &typing);
    if (!j.disagreement && (typing.map != NULL) != is_typed)
        j.disagreement = is_typed ? "it is well typed, and the typing says it is not" : "it is not well typed, and the typing says it is";
    struct protocol *p = baby_lower(arena, program, NULL);
    for (j.threads = THREADS_LEAST; typing.map && !j.disagreement && j.threads <= THREADS_MOST; j.threads++)
        j.disagreement = judge_size(arena, program, typing.map, p, j.threads, asks_prover, &j);
    j.threads -= j.disagreement != NULL && j.threads > THREADS_LEAST;
    protocol_destroy(p);
    baby_typing_release(&typing);
    return j;
}
