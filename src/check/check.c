/* From a protocol to a kernel's result. */
#include "check/check.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "check/advice.h"
#include "check/aliases.h"
#include "check/basis.h"
#include "check/check_scope.h"
#include "check/conductor.h"
#include "check/describe.h"
#include "check/exits.h"
#include "check/language.h"
#include "check/merged.h"
#include "check/open.h"
#include "check/option_names.h"
#include "check/repair.h"
#include "check/required.h"
#include "check/search.h"
#include "check/source_contents.h"
#include "check/source_terms.h"
#include "check/tidy.h"
#include "finding/dialect.h"
#include "protocol/expression.h"
#include "simulate/witness.h"
#include "simulate/witness_words.h"

const struct loc *conductor_location(const struct conductor *c, loc_ref ref) {
    static const struct loc unknown = {.file = NULL};
    return ref.id && ref.id < c->protocol->loc_count ? &c->protocol->locs[ref.id] : &unknown;
}

struct source_place conductor_place(const struct conductor *c, loc_ref ref) {
    const struct loc *l = conductor_location(c, ref);
    return (struct source_place){l->file && l->file[0] ? l->file : c->protocol->file, l->line ? l->line : c->protocol->line, l->column, l->function};
}

void conductor_unproved(struct conductor *c, unsigned property, enum reason_kind reason, loc_ref where, const char *detail) {
    struct unproved u = {property, reason_name(reason), conductor_place(c, where), detail, {0}};
    for (uint32_t i = 0; i < c->unproved.size; i++) {
        const struct unproved *old = &c->unproved.data[i];
        if (old->property == property && strcmp(old->reason, u.reason) == 0 && old->place.line == u.place.line &&
            old->place.column == u.place.column && strcmp(old->place.file, u.place.file) == 0 && strcmp(old->detail, detail) == 0)
            return;
    }
    vec_push(&c->unproved, u);
}

static const char *array_name(const struct conductor *c, const struct proto_item *item) {
    return c->protocol->arrays[item->array].name;
}

static enum finding_kind kind_of(const struct proto_item *a, const struct proto_item *b) {
    if (a->is_atomic && b->is_atomic)
        return FINDING_KIND_ATOMIC_ATOMIC;
    if (a->is_atomic || b->is_atomic)
        return FINDING_KIND_ATOMIC_PLAIN;
    return a->mode == ACCESS_WRITE && b->mode == ACCESS_WRITE ? FINDING_KIND_WRITE_WRITE : FINDING_KIND_READ_WRITE;
}

static bool same_warp(const struct prove_witness *w) {
    uint64_t line[2];
    for (int i = 0; i < 2; i++)
        line[i] = w->thread[i][0] + (uint64_t)w->block[0] * (w->thread[i][1] + (uint64_t)w->block[1] * w->thread[i][2]);
    return line[0] / 32 == line[1] / 32;
}

static bool same_access(const struct finding_access *a, const struct finding_access *b) {
    if (a->place.line != b->place.line || a->place.column != b->place.column || strcmp(a->place.file, b->place.file) != 0 ||
        strcmp(a->mode, b->mode) != 0 || a->inlined_count != b->inlined_count)
        return false;
    for (uint32_t i = 0; i < a->inlined_count; i++)
        if (a->inlined_at[i].line != b->inlined_at[i].line || a->inlined_at[i].column != b->inlined_at[i].column)
            return false;
    return true;
}

/* What would exclude the finding; conditions without terms where only the text is known. */
static struct prove_contract exclusion(struct conductor *c, const struct finding *f, const struct prove_witness *model) {
    bool is_known = f->precondition && model && model->condition_count > 0 && strcmp(model->precondition, f->precondition) == 0;
    if (is_known)
        return (struct prove_contract){model->conditions, model->condition_count, f->precondition};
    return prove_parts(c->arena, f->precondition);
}

/* What excludes one of two findings need not exclude the other. */
static void under_both(struct conductor *c, struct finding *kept, struct prove_contract *excludes, const struct finding *other,
                       const struct prove_contract *by) {
    kept->precondition_proved &= other->precondition_proved;
    if (!kept->precondition || !other->precondition)
        return;
    struct prove_condition *all = arena_alloc(c->arena, (excludes->count + by->count) * sizeof *all);
    memcpy(all, excludes->conditions, excludes->count * sizeof *all);
    memcpy(all + excludes->count, by->conditions, by->count * sizeof *all);
    *excludes = prove_join(c->arena, c->protocol->terms, all, excludes->count + by->count);
    kept->precondition = excludes->text;
}

/* Another finding about the same pair of places; the more severe one is kept, under the preconditions of both. */
static bool is_told(struct conductor *c, const struct finding *f, const struct prove_contract *excludes) {
    for (uint32_t i = 0; i < c->findings.size; i++) {
        struct finding *old = &c->findings.data[i];
        if (old->kind != f->kind || old->access_count != f->access_count || !old->array != !f->array ||
            (f->array && strcmp(old->array, f->array) != 0))
            continue;
        bool alone = f->access_count == 1 || f->kind == FINDING_KIND_NEVER_ARRIVES; /* where the other thread went only a run knows */
        bool straight = same_access(&old->accesses[0], &f->accesses[0]) && (alone || same_access(&old->accesses[1], &f->accesses[1]));
        bool crossed = !alone && same_access(&old->accesses[0], &f->accesses[1]) && same_access(&old->accesses[1], &f->accesses[0]);
        if (!straight && !crossed)
            continue;
        bool is_worse = f->level > old->level || (f->level == old->level && f->certainty > old->certainty);
        struct finding kept = is_worse ? *f : *old;
        struct prove_contract under = is_worse ? *excludes : c->excludes.data[i];
        if (f->level == old->level)
            under_both(c, &kept, &under, is_worse ? old : f, is_worse ? &c->excludes.data[i] : excludes);
        *old = kept;
        c->excludes.data[i] = under;
        return true;
    }
    return false;
}

void conductor_tell(struct conductor *c, const struct finding *found, const struct prove_witness *model) {
    struct finding told = *found, *f = &told;
    struct prove_contract excludes = exclusion(c, f, model);
    basis_of_finding(c->arena, c->protocol, f);
    if (f->basis != BASIS_NONE && f->certainty == CERTAINTY_CONFIRMED)
        f->confirmed_by = c->kernel ? CONFIRMATION_REPLAY : CONFIRMATION_CALCULUS;
    if (f->level == LEVEL_ERROR && f->certainty == CERTAINTY_POSSIBLE && f->basis == BASIS_APPROXIMATE) {
        f->level = LEVEL_WARNING;
        f->approximation = f->depends_on;
    }
    if (is_told(c, f, &excludes))
        return;
    vec_push(&c->findings, told);
    vec_push(&c->excludes, excludes);
}

/* What a counterexample does to its property: refutes it, or says why not. */
void conductor_settle(struct conductor *c, unsigned property, const struct finding *f, const struct replay_verdict *v, loc_ref where,
                      const char *what) {
    if (!finding_is_violation(f))
        return;
    if (f->precondition) {
        conductor_unproved(c, property, REASON_NEEDS_PRECONDITION, where,
                           arena_printf(c->arena, f->precondition_proved ? "no %s if %s" : "no %s was found where %s", what, f->precondition));
        return;
    }
    enum reason_kind reason = REASON_NOT_REPLAYED;
    const char *detail = v->detail;
    switch (v->outcome) {
    case REPLAY_CONFIRMED: c->refuted[property] = true; return;
    case REPLAY_NONE: break;
    case REPLAY_SAME_VALUE: detail = "runs show it only with writes that change nothing"; break;
    case REPLAY_PREVENTED: reason = f->approximation ? REASON_DATA_DEPENDENT : REASON_NOT_REPLAYED; break;
    case REPLAY_NOT_SHOWN:
        reason = f->approximation ? REASON_DATA_DEPENDENT : REASON_INTERNAL_ERROR;
        detail = detail ? detail : "no run of it shows it";
        break;
    case REPLAY_APPROXIMATE:
        reason = REASON_DATA_DEPENDENT;
        detail = v->detail ? arena_printf(c->arena, "it rests on %s", v->detail) : "it rests on values that the simulator does not know exactly";
        break;
    case REPLAY_EXHAUSTED: reason = REASON_REPLAY_BUDGET; break;
    }
    conductor_unproved(c, property, reason, where, arena_printf(c->arena, "possible %s%s%s", what, detail ? "; " : "", detail ? detail : ""));
}

/* The launch of a finding as a witness file that expects it, or NULL. */
const char *conductor_text(const struct conductor *c, const struct finding *f, const struct replay_verdict *v) {
    struct buffer out = {0};
    if ((!c->options->witness_base && !c->options->keeps_launches) || !v->launch)
        return NULL;
    struct witness w = aliases_restore(c->arena, c->kernel, c->options, v->launch);
    w.expected = f;
    witness_print(&w, f->message, &out);
    const char *text = arena_strdup(c->arena, buffer_text(&out));
    buffer_release(&out);
    return text;
}

static void race_finding(struct conductor *c, const struct prove_conflict *conflict, const struct replay_verdict *v) {
    const struct proto_item *a = &c->protocol->items[conflict->item[0]], *b = &c->protocol->items[conflict->item[1]];
    const struct proto_array *array = &c->protocol->arrays[a->array];
    const struct prove_witness *w = &v->witness;
    struct finding f = {.rule = conflict->same_value ? RULE_SAME_VALUE_WRITE : RULE_DATA_RACE,
                        .certainty = conductor_certainty(v),
                        .kind = kind_of(a, b),
                        .space = v->array ? "global" : conductor_space(array),
                        .array = v->array ? v->array : array->name,
                        .has_witness = true,
                        .instances = 1};
    f.scope = conflict->between_blocks ? FINDING_SCOPE_GRID : same_warp(w) ? FINDING_SCOPE_WARP : FINDING_SCOPE_BLOCK;
    f.precondition = v->is_crowded && !w->precondition ? "strides that are read from memory keep elements apart" : w->precondition;
    if (!f.precondition)
        f.precondition = conductor_of_struct(c, w, a->offset, b->offset, !conflict->between_blocks && v->outcome == REPLAY_CONFIRMED);
    f.precondition_proved = conflict->witness.condition_count > 0;
    f.approximation = conductor_approximation(v, conflict->approximation);
    if (!f.approximation && v->outcome == REPLAY_SAME_VALUE && !c->options->strict)
        f.approximation = "whether the writes change what is there (in no run they do)";
    f.level = conflict->same_value && !c->options->strict ? LEVEL_NOTE : conductor_level(&f, v);
    f.accesses = arena_alloc(c->arena, 2 * sizeof *f.accesses);
    f.access_count = 2;
    for (int i = 0; i < 2; i++)
        f.accesses[i] = conductor_access(c, &c->protocol->items[conflict->item[i]], w, i);
    for (int i = 0; i < 2 && v->array; i++)
        f.accesses[i].index = conductor_index_text(c, v->elem_bytes, w->offset[i]);
    f.witness = conductor_witness(c, w, v->contents);
    if (v->array)
        f.witness.arrays[f.witness.array_count++] = (struct named_value){"pointers in memory", "each to memory of its own"};
    f.message = describe_race(c->arena, &f, a->is_async || b->is_async);
    if (c->options->lockstep && f.scope == FINDING_SCOPE_WARP && !(a->is_volatile || a->is_atomic) && !(b->is_volatile || b->is_atomic))
        f.message = arena_printf(c->arena, "%s (lockstep orders no accesses that the compiler may move: these are not volatile)", f.message);
    const char *tidy = f.level == LEVEL_ERROR && v->outcome == REPLAY_CONFIRMED
                           ? tidy_race(c->arena, c->kernel, c->protocol, c->options, &f, v->launch, &c->rerun_steps)
                           : NULL;
    if (!tidy && f.level == LEVEL_ERROR && v->outcome == REPLAY_CONFIRMED)
        tidy = tidy_places(c->arena, c->kernel, c->protocol, c->options, &f, v->launch, &c->rerun_steps);
    f.precondition = tidy ? tidy : f.precondition;
    f.level = tidy ? LEVEL_WARNING : f.level;
    f.witness.text = conductor_text(c, &f, v);
    conductor_tell(c, &f, &conflict->witness);
    conductor_settle(c, PROP_RACE, &f, v, a->location, arena_printf(c->arena, "race on '%s'", f.array));
}

static void judge_conflict(struct conductor *c, const struct prove_conflict *conflict, const struct replay_verdict *v) {
    const struct proto_item *a = &c->protocol->items[conflict->item[0]], *b = &c->protocol->items[conflict->item[1]];
    if (c->protocol->arrays[a->array].kind == ARRAY_UNKNOWN && v->outcome != REPLAY_CONFIRMED)
        return; /* reported as unknown-pointer */
    if (conflict->outcome == PROVE_MODEL) {
        race_finding(c, conflict, v);
        return;
    }
    if (conflict->reason == REASON_NEEDS_PRECONDITION) {
        conductor_unproved(c, PROP_RACE, conflict->reason, a->location,
                           arena_printf(c->arena, "no race on '%s' if %s; no other launch was found that shows one", array_name(c, a),
                                        conflict->witness.precondition));
        return;
    }
    const struct source_place other = conductor_place(c, b->location);
    conductor_unproved(c, PROP_RACE, conflict->reason, a->location,
                       arena_printf(c->arena, "%s of '%s' and %s in line %u, %s%s%s", conductor_mode(a), array_name(c, a), conductor_mode(b),
                                    other.line, conflict->between_blocks ? "different blocks" : "one block",
                                    conflict->approximation ? "; depends on " : "", conflict->approximation ? conflict->approximation : ""));
}

/* A run has shown a race of it: no more is to be said. */
static bool is_confirmed(const struct prove_report *report, const struct replay_report *replay, uint32_t item) {
    for (uint32_t i = 0; i < report->conflict_count; i++) {
        const struct prove_conflict *conflict = &report->conflicts[i];
        bool is_race = !conflict->same_value && !replay->conflicts[i].witness.precondition && !replay->conflicts[i].is_crowded;
        if ((conflict->item[0] == item || conflict->item[1] == item) && is_race && replay->conflicts[i].outcome == REPLAY_CONFIRMED)
            return true;
    }
    return false;
}

static void judge_unknown_pointers(struct conductor *c, const struct prove_report *report, const struct replay_report *replay) {
    const struct protocol *p = c->protocol;
    bool writes = false;
    for (uint32_t i = 0; i < p->item_count; i++)
        writes |= p->items[i].kind == ITEM_ACCESS && p->items[i].mode != ACCESS_READ;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        if (item->kind != ITEM_ACCESS || p->arrays[item->array].kind != ARRAY_UNKNOWN || (item->mode == ACCESS_READ && !writes) ||
            is_confirmed(report, replay, i))
            continue;
        conductor_unproved(c, PROP_RACE, REASON_UNKNOWN_POINTER, item->location,
                           arena_printf(c->arena, "%s through a pointer whose array is not known", conductor_mode(item)));
    }
}

/* What the accesses of an array that are not proved to stay in it leave unproved. */
static void judge_strays(struct conductor *c, const struct prove_report *report, unsigned property) {
    for (uint32_t i = 0; i < report->stray_count; i++) {
        const struct prove_stray *stray = &report->strays[i];
        const struct proto_item *item = &c->protocol->items[stray->at];
        const char *name = array_name(c, item), *other = c->protocol->arrays[stray->other].name;
        if (property == PROP_DIVERGENCE && !stray->reaches_contents)
            continue;
        conductor_unproved(c, property, stray->has_conditions ? REASON_NEEDS_PRECONDITION : REASON_OUT_OF_BOUNDS, item->location,
                           stray->has_conditions
                               ? arena_printf(c->arena, "accesses of '%s' stay inside it, and out of '%s', if %s", name, other, stray->text)
                               : arena_printf(c->arena, "accesses of '%s' are not proved to stay inside it; '%s' may lie beyond", name, other));
    }
}

static void judge_races(struct conductor *c, const struct prove_report *report, const struct replay_report *replay) {
    const struct protocol *p = c->protocol;
    for (uint32_t i = 0; i < report->conflict_count; i++)
        judge_conflict(c, &report->conflicts[i], &replay->conflicts[i]);
    judge_unknown_pointers(c, report, replay);
    judge_strays(c, report, PROP_RACE);
    for (uint32_t i = 0; i < p->item_count; i++)
        if (report->unmodelled[i])
            conductor_unproved(c, PROP_RACE, REASON_BARRIER_KIND, p->items[i].location,
                               "a barrier for part of the block, and which part is not known");
}

static enum finding_scope divergence_scope(const struct proto_item *barrier, const struct prove_witness *w) {
    if (barrier->kind == ITEM_COLLECTIVE || barrier->barrier == BARRIER_WARP)
        return FINDING_SCOPE_WARP;
    bool of_blocks = barrier->barrier == BARRIER_GRID && memcmp(w->block_index[0], w->block_index[1], sizeof w->block_index[0]) != 0;
    return of_blocks ? FINDING_SCOPE_GRID : FINDING_SCOPE_BLOCK;
}

static void judge_divergence(struct conductor *c, const struct prove_divergence *d, const struct replay_verdict *v) {
    const struct proto_item *item = &c->protocol->items[d->item];
    if (d->outcome == PROVE_UNKNOWN) {
        conductor_unproved(c, PROP_DIVERGENCE, d->reason, item->location, describe_undecided(c->arena, item, d));
        return;
    }
    const struct prove_witness *w = &v->witness;
    bool is_exit = d->kind == FINDING_KIND_EXITED;
    if (is_exit && item->kind == ITEM_COLLECTIVE && v->outcome != REPLAY_CONFIRMED)
        return; /* nobody is seen to read what a lane that has left would give */
    struct finding f = {.rule = RULE_BARRIER_DIVERGENCE,
                        .certainty = conductor_certainty(v),
                        .kind = v->kind,
                        .scope = divergence_scope(item, w),
                        .has_witness = true,
                        .instances = 1,
                        .precondition = w->precondition,
                        .precondition_proved = d->witness.condition_count > 0,
                        .approximation = conductor_approximation(v, d->approximation)};
    f.excused = is_exit && !c->options->strict;
    f.level = f.excused ? LEVEL_WARNING : conductor_level(&f, v);
    f.accesses = arena_alloc(c->arena, 2 * sizeof *f.accesses);
    f.access_count = f.excused || f.kind == FINDING_KIND_OUTSIDE_MASK ? 1 : 2;
    for (uint32_t i = 0; i < f.access_count; i++)
        f.accesses[i] = conductor_access(c, item, w, (int)i);
    if (!f.excused && v->other.id) {
        f.accesses[1].place = conductor_place(c, v->other);
        conductor_inlining(c, &f.accesses[1], v->other);
    } else if (f.access_count == 2) {
        f.accesses[1].mode = "absent";
    }
    f.witness = conductor_witness(c, w, v->contents);
    f.message = describe_divergence(c->arena, &f, item->kind == ITEM_COLLECTIVE ? item->operation : NULL);
    f.witness.text = conductor_text(c, &f, v);
    conductor_tell(c, &f, &d->witness);
    conductor_settle(c, PROP_DIVERGENCE, &f, v, item->location, "barrier divergence");
}

static const unsigned PROPERTY_BIT[PROP_COUNT] = {PROPERTY_RACE, PROPERTY_DIVERGENCE, PROPERTY_BOUNDS, PROPERTY_ASSERT};

static bool is_asked(const struct conductor *c, unsigned property) {
    return (c->options->properties & PROPERTY_BIT[property]) != 0;
}

static void judge_problems(struct conductor *c) {
    for (uint32_t i = 0; i < c->protocol->problem_count; i++) {
        const struct proto_problem *problem = &c->protocol->problems[i];
        for (unsigned property = 0; property < PROP_COUNT; property++)
            if (is_asked(c, property) && (problem->properties & PROPERTY_BIT[property]))
                conductor_unproved(c, property, problem->reason, problem->location, problem->detail ? problem->detail : "");
    }
}

static bool has_unproved(const struct conductor *c, unsigned property) {
    for (uint32_t i = 0; i < c->unproved.size; i++)
        if (c->unproved.data[i].property == property)
            return true;
    return false;
}

static void set_properties(struct conductor *c) {
    for (unsigned property = 0; property < PROP_COUNT; property++)
        c->result->properties[property] = !is_asked(c, property)      ? VERDICT_UNCHECKED
                                          : c->refuted[property]      ? VERDICT_REFUTED
                                          : has_unproved(c, property) ? VERDICT_UNPROVED
                                                                      : VERDICT_PROVED;
    if (c->unchecked.size > 0 && c->result->properties[PROP_BOUNDS] == VERDICT_PROVED)
        c->result->properties[PROP_BOUNDS] = VERDICT_UNCHECKED;
    c->result->verdict = kernel_result_verdict(c->result);
}

/* Advice needs race and divergence decided; what was not asked for is not told. */
static void drop_unasked(struct conductor *c, unsigned asked) {
    uint32_t findings = 0, reasons = 0;
    for (uint32_t i = 0; i < c->findings.size; i++) {
        enum rule rule = c->findings.data[i].rule;
        bool is_race = rule == RULE_DATA_RACE || rule == RULE_SAME_VALUE_WRITE;
        unsigned bit = is_race ? PROPERTY_RACE : rule == RULE_BARRIER_DIVERGENCE ? PROPERTY_DIVERGENCE : 0;
        if (bit == 0 || (asked & bit))
            c->findings.data[findings++] = c->findings.data[i];
    }
    for (uint32_t i = 0; i < c->unproved.size; i++)
        if (asked & PROPERTY_BIT[c->unproved.data[i].property])
            c->unproved.data[reasons++] = c->unproved.data[i];
    c->findings.size = findings;
    c->unproved.size = reasons;
    for (unsigned property = 0; property < PROP_COUNT; property++)
        if (!(asked & PROPERTY_BIT[property]))
            c->result->properties[property] = VERDICT_UNCHECKED;
    c->result->verdict = kernel_result_verdict(c->result);
}

/* Nothing but preconditions stands between the property and its proof. */
static void say_sufficient(struct conductor *c, unsigned property, const struct prove_contract *contract) {
    bool falls_away = contract->count > 0 && c->result->properties[property] == VERDICT_UNPROVED;
    for (uint32_t i = 0; i < c->unproved.size; i++)
        falls_away &= c->unproved.data[i].property != property || strcmp(c->unproved.data[i].reason, reason_name(REASON_NEEDS_PRECONDITION)) == 0;
    if (falls_away)
        c->result->sufficient[property] = contract->text;
}

static bool finding_before(const struct finding *a, const struct finding *b) {
    if (a->level != b->level)
        return a->level > b->level;
    const struct source_place *x = &a->accesses[0].place, *y = &b->accesses[0].place;
    if (x->line != y->line)
        return x->line < y->line;
    return x->column < y->column;
}

static void sort_findings(struct conductor *c) {
    for (uint32_t i = 1; i < c->findings.size; i++)
        for (uint32_t j = i; j > 0 && finding_before(&c->findings.data[j], &c->findings.data[j - 1]); j--) {
            struct finding swap = c->findings.data[j];
            c->findings.data[j] = c->findings.data[j - 1];
            c->findings.data[j - 1] = swap;
        }
}

static void fill_stats(struct conductor *c, const struct prove_report *report) {
    struct kernel_stats *s = &c->result->stats;
    const struct protocol *p = c->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        s->barriers += p->items[i].kind == ITEM_BARRIER;
        s->barriers_in_loops += p->items[i].kind == ITEM_BARRIER && p->items[i].loop != PROTOCOL_NONE;
        s->accesses += p->items[i].kind == ITEM_ACCESS;
        s->approximate_accesses += p->items[i].kind == ITEM_ACCESS && p->items[i].marks != 0;
    }
    basis_count(c->arena, p, c->result->basis_counts);
    s->loops = p->loop_count;
    s->pairs = report->stats.pairs;
    s->pairs_structural = report->stats.structural;
    s->pairs_algebra = report->stats.algebra;
    s->queries = report->stats.queries;
    s->queries_repeated = report->stats.repeated;
    s->solver_steps = report->stats.steps;
    s->formulas = report->stats.formulas;
    s->conjuncts = report->stats.conjuncts;
    s->intervals = report->stats.intervals;
    s->flows = report->stats.flows;
}

#define GIVE(field, count_field, vec)                                                                                                                \
    do {                                                                                                                                             \
        c.result->count_field = (vec).size;                                                                                                          \
        c.result->field = arena_alloc(arena, ((size_t)(vec).size + 1) * sizeof *(vec).data);                                                         \
        for (uint32_t i_ = 0; i_ < (vec).size; i_++)                                                                                                 \
            c.result->field[i_] = (vec).data[i_];                                                                                                    \
        vec_release(&(vec));                                                                                                                         \
    } while (0)

/* Required conditions that no launch satisfies decide nothing. */
static void judge_impossible(struct conductor *c) {
    const char *misfit = required_misfit(c->arena, c->protocol, c->options);
    for (unsigned property = 0; property < PROP_COUNT; property++)
        if (is_asked(c, property))
            conductor_unproved(c, property, REASON_IMPOSSIBLE, (loc_ref){0},
                               misfit ? misfit
                               : c->options->extent_count > 0
                                   ? "no launch in scope is known to satisfy what is required and to have sizes of arrays that are not negative"
                                   : "no launch in scope is known to satisfy what is required");
}

static const struct replay_report *judge_report(struct conductor *c, const struct prove_report *report, const struct prove_scope *scope,
                                                const struct extents *extents) {
    const struct replay_request request = {c->options->search == SEARCH_ALONE ? NULL : c->kernel,
                                           c->protocol,
                                           c->options,
                                           scope->extents,
                                           scope->required,
                                           scope->required_count,
                                           scope,
                                           c->options->properties};
    const struct replay_report *replay = replay_models(c->arena, &request, report);
    judge_problems(c);
    if (is_asked(c, PROP_RACE))
        judge_races(c, report, replay);
    for (uint32_t i = 0; i < report->divergence_count; i++)
        judge_divergence(c, &report->divergences[i], &replay->divergences[i]);
    judge_strays(c, report, PROP_DIVERGENCE);
    if (is_asked(c, PROP_RACE) && !report->aligned)
        conductor_unproved(c, PROP_RACE, REASON_DIVERGENT_BARRIERS, (loc_ref){0}, "races are judged only where every thread reaches every barrier");
    if (is_asked(c, PROP_BOUNDS))
        judge_bounds(c, extents, report, replay);
    if (is_asked(c, PROP_ASSERT))
        judge_asserts(c, report, replay);
    judge_contradiction(c, report);
    return replay;
}

/* --strict does not count exited threads as arrived. Such lanes of a __syncwarp are not sought: a proof that counts them is none. */
static void doubt_exits(struct conductor *c, const struct prove_report *report) {
    bool is_settled = !is_asked(c, PROP_DIVERGENCE) || c->refuted[PROP_DIVERGENCE] || has_unproved(c, PROP_DIVERGENCE);
    for (uint32_t i = 0; i < c->protocol->item_count && c->options->strict && report->exited && !is_settled; i++) {
        is_settled = c->protocol->items[i].kind == ITEM_BARRIER;
        if (is_settled)
            conductor_unproved(c, PROP_DIVERGENCE, REASON_DATA_DEPENDENT, c->protocol->items[i].location,
                               "--strict does not count threads that have left");
    }
}

#define RERUN_STEPS (UINT64_C(1) << 23) /* of a kernel */

struct kernel_result *check_kernel(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *given) {
    double start = clock_seconds();
    struct check_options named = language_options(arena, protocol, given);
    const struct check_options *options = &named;
    option_names_members(arena, protocol, &named);
    extents_add_stated(arena, kernel, protocol, &named);
    source_contents_add(arena, kernel, &named);
    struct check_options all = named;
    all.properties |= options->advice ? PROPERTY_RACE | PROPERTY_DIVERGENCE : 0;
    struct conductor c = {.arena = arena,
                          .kernel = kernel,
                          .protocol = protocol,
                          .options = &all,
                          .result = arena_alloc(arena, sizeof *c.result),
                          .rerun_steps = RERUN_STEPS};
    struct kernel_result *r = c.result;
    r->name = protocol->name;
    r->display = protocol->display;
    r->file = protocol->file;
    r->line = protocol->line;
    r->language = protocol->language;
    memcpy(r->block, options->block, sizeof r->block);
    memcpy(r->grid, options->grid, sizeof r->grid);
    r->block_given = options->block[0] != 0;
    r->grid_given = options->grid[0] != 0;
    const struct extents extents = extents_make(arena, protocol, options);
    const struct prove_scope scope = check_scope_make(arena, kernel, protocol, options, &extents);
    const struct prove_report *report = prove_protocol(arena, protocol, &scope, all.properties);
    double proved = clock_seconds();
    if (report->dump)
        buffer_add(options->dump, report->dump);
    if (options->stop_after != CHECK_WHOLE)
        return r;
    const struct replay_report *replay = NULL;
    if (report->impossible)
        judge_impossible(&c);
    else
        replay = judge_report(&c, report, &scope, &extents);
    source_contents_judge(&c, protocol);
    conductor_assumptions(&c, report);
    doubt_exits(&c, report);
    set_properties(&c);
    double replayed = clock_seconds();
    if (options->search == SEARCH_UNPROVED && kernel && replay) {
        search_unproved(&c, report, &scope);
        set_properties(&c);
    } else if (options->search == SEARCH_POSSIBLE && kernel && replay) {
        search_open(&c, report, replay, &scope);
        set_properties(&c);
    }
    double searched = clock_seconds();
    if (options->advice) {
        advice_on_barriers(arena, kernel, protocol, report, r);
        if (kernel)
            repair_races(arena, kernel, protocol, &scope, report, open_shown_conflicts(&c, report, replay), options, r);
    }
    drop_unasked(&c, options->properties);
    say_sufficient(&c, PROP_RACE, &report->race);
    say_sufficient(&c, PROP_DIVERGENCE, &report->divergence);
    say_sufficient(&c, PROP_BOUNDS, &report->in_bounds);
    say_sufficient(&c, PROP_ASSERT, &report->asserts_hold);
    r->has_example = report->has_example;
    r->example = conductor_witness(&c, &report->example, NULL);
    double advised = clock_seconds();
    if (options->search == SEARCH_ALONE && kernel && !report->impossible)
        search_alone(&c, report, &scope);
    sort_findings(&c);
    c.findings.size = exits_join(arena, c.findings.data, c.findings.size);
    fill_stats(&c, report);
    r->stats.seconds_prove = proved - start;
    r->stats.seconds_replay = replayed - proved;
    r->stats.seconds_advice = advised - searched;
    r->stats.seconds_search = searched - replayed + clock_seconds() - advised;
    r->stats.seconds = clock_seconds() - start;
    vec_release(&c.excludes);
    GIVE(findings, finding_count, c.findings);
    GIVE(unproved, unproved_count, c.unproved);
    GIVE(assumptions, assumption_count, c.assumptions);
    merged_assumptions(arena, r->assumptions, &r->assumption_count, NULL);
    GIVE(unchecked, unchecked_count, c.unchecked);
    dialect_result(arena, r);
    return r;
}
