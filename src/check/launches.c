/* See launches.h. Nothing is proved for the program unless it is proved for every site that may launch the kernel: a site that
   says little stands for many launches, and one that cannot be judged leaves the property unproved. */
#include "check/launches.h"

#include <inttypes.h>
#include <string.h>

#include "base/buffer.h"
#include "base/vec.h"
#include "protocol/expression.h"

#define DEVICE_THREADS 1024u /* in a block; protocols of kernels are inferred for no more unless told */

static const unsigned PROPERTY_BIT[PROP_COUNT] = {PROPERTY_RACE, PROPERTY_DIVERGENCE, PROPERTY_BOUNDS, PROPERTY_ASSERT};

static unsigned property_of(enum rule rule) {
    switch (rule) {
    case RULE_DATA_RACE: case RULE_SAME_VALUE_WRITE: return PROP_RACE;
    case RULE_BARRIER_DIVERGENCE: return PROP_DIVERGENCE;
    case RULE_OUT_OF_BOUNDS: case RULE_MISALIGNED: case RULE_UNINITIALISED: return PROP_BOUNDS;
    case RULE_ASSERTION: case RULE_TRAP: case RULE_COUNT: return PROP_ASSERT;
    }
    return PROP_ASSERT;
}

/* ---- the scope of a site ---- */

uint32_t launches_block_threads(const struct check_options *options) {
    const uint32_t *block = options->block;
    uint64_t threads = (uint64_t)block[0] * block[1];
    threads = threads > UINT32_MAX ? UINT32_MAX : threads * block[2];
    return threads > UINT32_MAX ? UINT32_MAX : (uint32_t)threads;
}

static bool is_same_name(const struct protocol *protocol, const char *a, const char *b) {
    return strcmp(a, b) == 0 || strcmp(expression_member(protocol, a), expression_member(protocol, b)) == 0;
}

static void add_values(struct arena *arena, const struct protocol *protocol, const struct launch_site *site, struct check_options *options) {
    struct check_param *all = arena_alloc(arena, (site->value_count + (size_t)options->param_count + 1) * sizeof *all);
    uint32_t count = 0;
    for (uint32_t i = 0; i < site->value_count; i++)
        all[count++] = (struct check_param){site->values[i].name, site->values[i].value};
    for (uint32_t i = 0; i < options->param_count; i++) {
        bool is_said = false;
        for (uint32_t j = 0; j < site->value_count; j++)
            is_said |= is_same_name(protocol, options->params[i].name, site->values[j].name);
        if (!is_said)
            all[count++] = options->params[i];
    }
    options->params = all;
    options->param_count = count;
}

static void add_extents(struct arena *arena, const struct protocol *protocol, const struct launch_site *site, struct check_options *options) {
    struct check_extent *all = arena_alloc(arena, (site->extent_count + (size_t)options->extent_count + 1) * sizeof *all);
    uint32_t count = 0;
    for (uint32_t i = 0; i < site->extent_count; i++)
        all[count++] = (struct check_extent){site->extents[i].name, site->extents[i].expression, false};
    for (uint32_t i = 0; i < options->extent_count; i++) {
        bool is_said = false;
        for (uint32_t j = 0; j < site->extent_count; j++)
            is_said |= is_same_name(protocol, options->extents[i].name, site->extents[j].name);
        if (!is_said)
            all[count++] = options->extents[i];
    }
    options->extents = all;
    options->extent_count = count;
}

struct check_options launches_options(struct arena *arena, const struct protocol *protocol, const struct check_options *options,
                                      const struct launch_site *site) {
    struct check_options own = *options;
    const char **required = arena_alloc(arena, (options->required_count + (size_t)site->relation_count + 1) * sizeof *required);
    if (site->block[0] > 0)
        memcpy(own.block, site->block, sizeof own.block);
    if (site->grid[0] > 0)
        memcpy(own.grid, site->grid, sizeof own.grid);
    if (site->has_dynamic_shared) {
        own.dynamic_shared_given = true;
        own.dynamic_shared_bytes = site->dynamic_shared_bytes;
    }
    if (site->has_global_offset) {
        own.offset = CHECK_OFFSET_GIVEN;
        memcpy(own.global_offset, site->global_offset, sizeof own.global_offset);
    }
    add_values(arena, protocol, site, &own);
    add_extents(arena, protocol, site, &own);
    own.required_count = 0;
    for (uint32_t i = 0; i < options->required_count; i++)
        required[own.required_count++] = options->required[i];
    for (uint32_t i = 0; i < site->relation_count; i++)
        required[own.required_count++] = site->relations[i];
    own.required = required;
    own.advice = false;
    own.dumps = 0;
    return own;
}

/* ---- what holds at a site, in words ---- */

struct texts { VEC(const char *) list; };

static const char *triple_text(struct arena *arena, const char *name, const uint32_t t[3]) {
    return arena_printf(arena, "%s = (%u,%u,%u)", name, t[0], t[1], t[2]);
}

static void list_facts(struct arena *arena, const struct check_options *o, const char *why, struct result_site *site) {
    struct texts t = {0};
    if (why)
        vec_push(&t.list, why);
    if (o->block[0] > 0)
        vec_push(&t.list, triple_text(arena, "blockDim", o->block));
    if (o->grid[0] > 0)
        vec_push(&t.list, triple_text(arena, "gridDim", o->grid));
    if (o->dynamic_shared_given)
        vec_push(&t.list, arena_printf(arena, "dynamic shared memory of %" PRIu64 " bytes", o->dynamic_shared_bytes));
    if (o->offset == CHECK_OFFSET_GIVEN)
        vec_push(&t.list, arena_printf(arena, "global offset (%" PRId64 ",%" PRId64 ",%" PRId64 ")", o->global_offset[0], o->global_offset[1], o->global_offset[2]));
    for (uint32_t i = 0; i < o->param_count; i++)
        vec_push(&t.list, arena_printf(arena, "%s = %" PRId64, o->params[i].name, o->params[i].value));
    for (uint32_t i = 0; i < o->extent_count; i++)
        vec_push(&t.list, arena_printf(arena, "%s has %s elements", o->extents[i].name, o->extents[i].expression));
    for (uint32_t i = 0; i < o->required_count; i++)
        vec_push(&t.list, o->required[i]);
    site->facts = arena_alloc(arena, (t.list.size + 1) * sizeof *site->facts);
    for (uint32_t i = 0; i < t.list.size; i++)
        site->facts[site->fact_count++] = t.list.data[i];
    vec_release(&t.list);
}

static bool is_same_scope(const struct result_site *a, const struct result_site *b) {
    bool is_same = a->fact_count == b->fact_count;
    for (uint32_t i = 0; i < a->fact_count && is_same; i++)
        is_same = strcmp(a->facts[i], b->facts[i]) == 0;
    return is_same;
}

/* ---- one site judged ---- */

struct judge {
    struct arena *arena;
    const struct kernel *kernel;
    struct protocol *protocol;
    const struct check_options *options;
    const struct launches *launches;
    struct launch_protocols *protocols;
    struct kernel_result *base;          /* for every launch; NULL: not judged */
    struct kernel_result **results;      /* by site */
    struct result_site *sites;
    unsigned asked;                      /* properties that the sites decide */
};

/* A result that says nothing but why. */
static struct kernel_result *not_judged(const struct judge *j, const char *why) {
    struct kernel_result *r = arena_alloc(j->arena, sizeof *r);
    r->name = j->protocol->name;
    r->display = j->protocol->display;
    r->file = j->protocol->file;
    r->line = j->protocol->line;
    r->language = j->protocol->language;
    r->unproved = arena_alloc(j->arena, PROP_COUNT * sizeof *r->unproved);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(j->asked & PROPERTY_BIT[p]))
            continue;
        const struct source_place place = {j->protocol->file, j->protocol->line, 0, NULL};
        r->properties[p] = VERDICT_UNPROVED;
        r->unproved[r->unproved_count++] = (struct unproved){p, reason_name(REASON_IMPOSSIBLE), place, why, {0}};
    }
    return r;
}

static struct kernel_result *judge_site(struct judge *j, const struct check_options *options) {
    uint32_t threads = launches_block_threads(options);
    if (!j->kernel && threads > DEVICE_THREADS)
        return not_judged(j, "a protocol says nothing of blocks with more than 1024 threads");
    if (!j->kernel || (threads <= DEVICE_THREADS && launches_block_threads(j->options) <= DEVICE_THREADS))
        return check_kernel(j->arena, j->kernel, j->protocol, options);
    struct protocol *protocol = protocol_infer(j->arena, j->kernel, threads);
    if (options->lockstep)
        protocol_add_sides(protocol, j->kernel);
    j->protocols->list[j->protocols->count++] = protocol;
    return check_kernel(j->arena, j->kernel, protocol, options);
}

/* One allocation behind two pointers, where a proof takes pointers for distinct: no proof. */
static void drop_aliased(struct judge *j, const struct launch_site *site, struct kernel_result *r) {
    bool is_distinct = false;
    for (uint32_t i = 0; i < r->assumption_count; i++)
        is_distinct |= r->assumptions[i].kind == ASSUMPTION_DISTINCT_POINTERS;
    if (site->overlap_count == 0 || !is_distinct)
        return;
    const char *why = arena_printf(j->arena, "'%s' and '%s' may get one allocation, and the analysis takes pointers for distinct", site->overlaps[0][0], site->overlaps[0][1]);
    const struct source_place place = {r->file, r->line, 0, NULL};
    struct unproved *all = arena_alloc(j->arena, (r->unproved_count + (size_t)PROP_COUNT) * sizeof *all);
    for (uint32_t i = 0; i < r->unproved_count; i++)
        all[i] = r->unproved[i];
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (r->properties[p] != VERDICT_PROVED)
            continue;
        r->properties[p] = VERDICT_UNPROVED;
        all[r->unproved_count++] = (struct unproved){p, reason_name(REASON_ALIASED), place, why, {0}};
    }
    r->unproved = all;
}

static bool says_nothing(const struct launch_site *site) {
    return site->block[0] == 0 && site->grid[0] == 0 && !site->has_dynamic_shared && !site->has_global_offset && site->value_count == 0 &&
           site->extent_count == 0 && site->relation_count == 0 && site->overlap_count == 0;
}

/* Whether what is proved in the same scope rests on the same assumptions at both. */
static bool is_told_alike(const struct launch_site *a, const struct launch_site *b) {
    return a->overlap_count == 0 && b->overlap_count == 0 && a->all_distinct == b->all_distinct && a->is_read == b->is_read;
}

static void judge_sites(struct judge *j) {
    for (uint32_t i = 0; i < j->launches->count; i++) {
        const struct launch_site *site = j->launches->sites[i];
        const struct check_options own = launches_options(j->arena, j->protocol, j->options, site);
        struct result_site *told = &j->sites[i];
        told->file = site->file;
        told->line = site->line;
        list_facts(j->arena, &own, site->why, told);
        for (uint32_t other = 0; other < i && !j->results[i]; other++)
            if (is_same_scope(told, &j->sites[other]) && is_told_alike(site, j->launches->sites[other]))
                j->results[i] = j->results[other];
        if (!j->results[i] && j->base && says_nothing(site))
            j->results[i] = j->base;
        if (!j->results[i]) {
            j->results[i] = judge_site(j, &own);
            drop_aliased(j, site, j->results[i]);
        }
        memcpy(told->properties, j->results[i]->properties, sizeof told->properties);
    }
}

/* ---- all sites together ---- */

struct merged {
    VEC(struct finding) findings;
    VEC(struct unproved) unproved;
    VEC(struct assumption) assumptions;
    VEC(const char *) unchecked;
};

static bool is_first_of_scope(const struct judge *j, uint32_t site) {
    for (uint32_t i = 0; i < site; i++)
        if (j->results[i] == j->results[site])
            return false;
    return true;
}

/* Refuted if one site is, proved if every one is; bounds of arrays whose size one does not tell are unchecked. */
static enum verdict verdict_of_sites(const struct judge *j, unsigned property) {
    uint32_t count[VERDICT_COUNT] = {0};
    for (uint32_t i = 0; i < j->launches->count; i++)
        count[j->results[i]->properties[property]]++;
    return count[VERDICT_REFUTED] > 0 ? VERDICT_REFUTED
           : count[VERDICT_UNPROVED] > 0 ? VERDICT_UNPROVED
           : count[VERDICT_UNCHECKED] > 0 ? VERDICT_UNCHECKED : VERDICT_PROVED;
}

static bool is_same_violation(const struct finding *a, const struct finding *b) {
    bool is_same = a->rule == b->rule && a->access_count == b->access_count;
    for (uint32_t i = 0; i < a->access_count && is_same; i++) {
        const struct source_place *x = &a->accesses[i].place, *y = &b->accesses[i].place;
        is_same = x->line == y->line && x->column == y->column && strcmp(x->file ? x->file : "", y->file ? y->file : "") == 0;
    }
    return is_same;
}

/* One finding for what several sites show: the first, and among those of one level the first site's. */
static void add_site_finding(struct judge *j, struct merged *m, const struct finding *f, uint32_t site) {
    struct finding told = *f;
    if (!j->launches->sites[site]->why) { /* else the launch is not the one that shows it */
        told.site = (struct source_place){.file = j->sites[site].file, .line = j->sites[site].line};
        told.message = arena_printf(j->arena, "%s (launched at %s)", f->message, launch_site_place(j->arena, j->launches->sites[site]));
    }
    for (uint32_t i = 0; i < m->findings.size; i++) {
        struct finding *old = &m->findings.data[i];
        if (!is_same_violation(old, f))
            continue;
        if (f->level > old->level || (f->level == old->level && !f->precondition && old->precondition))
            *old = told;
        return;
    }
    vec_push(&m->findings, told);
}

static void add_unproved(struct merged *m, const struct unproved *u) {
    for (uint32_t i = 0; i < m->unproved.size; i++) {
        const struct unproved *old = &m->unproved.data[i];
        if (old->property == u->property && strcmp(old->reason, u->reason) == 0 && old->place.line == u->place.line &&
            old->place.column == u->place.column && strcmp(old->detail ? old->detail : "", u->detail ? u->detail : "") == 0)
            return;
    }
    vec_push(&m->unproved, *u);
}

static void add_assumption(struct merged *m, const struct assumption *a) {
    for (uint32_t i = 0; i < m->assumptions.size; i++)
        if (m->assumptions.data[i].kind == a->kind && strcmp(m->assumptions.data[i].text, a->text) == 0)
            return;
    vec_push(&m->assumptions, *a);
}

static void add_unchecked(struct merged *m, const char *array) {
    for (uint32_t i = 0; i < m->unchecked.size; i++)
        if (strcmp(m->unchecked.data[i], array) == 0)
            return;
    vec_push(&m->unchecked, array);
}

/* What is read in host code is no assumption. */
static bool is_told(const struct launch_site *site, const struct assumption *a) {
    bool is_found = a->kind == ASSUMPTION_DISTINCT_POINTERS && site->all_distinct;
    for (uint32_t i = 0; i < site->relation_count && site->is_read && a->kind == ASSUMPTION_REQUIRED; i++) {
        size_t length = strlen(a->text), tail = strlen(site->relations[i]);
        is_found |= length >= tail && strcmp(a->text + length - tail, site->relations[i]) == 0;
    }
    return is_found;
}

static void take_site(struct judge *j, struct merged *m, uint32_t site) {
    const struct kernel_result *r = j->results[site];
    const char *place = launch_site_place(j->arena, j->launches->sites[site]);
    for (uint32_t i = 0; i < r->finding_count; i++)
        if (j->asked & PROPERTY_BIT[property_of(r->findings[i].rule)])
            add_site_finding(j, m, &r->findings[i], site);
    for (uint32_t i = 0; i < r->unproved_count; i++) {
        struct unproved u = r->unproved[i];
        u.detail = arena_printf(j->arena, "%s (launched at %s)", u.detail ? u.detail : u.reason, place);
        if (j->asked & PROPERTY_BIT[u.property])
            add_unproved(m, &u);
    }
    for (uint32_t i = 0; i < r->assumption_count; i++) {
        struct assumption a = r->assumptions[i];
        if (is_told(j->launches->sites[site], &a))
            continue;
        if (a.kind == ASSUMPTION_REQUIRED)
            a.text = arena_printf(j->arena, "%s (launched at %s)", a.text, place);
        add_assumption(m, &a);
    }
    for (uint32_t i = 0; i < r->unchecked_count && (j->asked & PROPERTY_BOUNDS); i++)
        add_unchecked(m, r->unchecked[i]);
}

/* What stays of the judgement for every launch: all of the properties that it proved, and warnings of others' violations. */
static void take_base(struct judge *j, struct merged *m) {
    const struct kernel_result *r = j->base;
    uint32_t of_sites = m->findings.size;
    for (uint32_t i = 0; i < r->finding_count; i++) {
        struct finding f = r->findings[i];
        bool is_shown = false;
        if (j->asked & PROPERTY_BIT[property_of(f.rule)]) {
            for (uint32_t s = 0; s < of_sites; s++)
                is_shown |= is_same_violation(&m->findings.data[s], &f);
            if (is_shown || !finding_is_violation(&f))
                continue;
            f.elsewhere = true;
            f.level = LEVEL_WARNING;
            f.message = arena_printf(j->arena, "other launches: %s", f.message);
        }
        vec_push(&m->findings, f);
    }
    for (uint32_t i = 0; i < r->unproved_count; i++)
        if (!(j->asked & PROPERTY_BIT[r->unproved[i].property]))
            add_unproved(m, &r->unproved[i]);
    for (uint32_t i = 0; i < r->assumption_count; i++)
        add_assumption(m, &r->assumptions[i]);
    for (uint32_t i = 0; i < r->unchecked_count && !(j->asked & PROPERTY_BOUNDS); i++)
        add_unchecked(m, r->unchecked[i]);
}

/* What other launches need, in a line; NULL: nothing is known to go wrong there. */
static const char *words_of_others(const struct judge *j, unsigned property) {
    const struct kernel_result *r = j->base;
    if (!r || r->properties[property] == VERDICT_UNCHECKED || r->properties[property] == VERDICT_PROVED)
        return NULL;
    if (r->sufficient[property])
        return arena_printf(j->arena, "needs %s", r->sufficient[property]);
    for (uint32_t i = 0; i < r->finding_count; i++)
        if (property_of(r->findings[i].rule) == property && finding_is_violation(&r->findings[i]))
            return r->findings[i].message;
    return "not proved";
}

/* The condition under which all sites are proved; NULL: none is known. */
static const char *sufficient_of_sites(const struct judge *j, unsigned property) {
    const char *text = NULL;
    for (uint32_t i = 0; i < j->launches->count; i++) {
        const struct kernel_result *r = j->results[i];
        if (r->properties[property] == VERDICT_PROVED)
            continue;
        if (!r->sufficient[property] || (text && strcmp(text, r->sufficient[property]) != 0))
            return NULL;
        text = r->sufficient[property];
    }
    return text;
}

static void give(struct judge *j, struct merged *m, struct kernel_result *r) {
#define GIVE(field, count)                                                                   \
    r->field = arena_alloc(j->arena, ((size_t)m->field.size + 1) * sizeof *r->field);        \
    for (uint32_t i = 0; i < m->field.size; i++)                                             \
        r->field[i] = m->field.data[i];                                                      \
    r->count = m->field.size;                                                                \
    vec_release(&m->field)
    GIVE(findings, finding_count);
    GIVE(unproved, unproved_count);
    GIVE(assumptions, assumption_count);
    GIVE(unchecked, unchecked_count);
#undef GIVE
}

/* Errors first; the order is kept among findings of one level. */
static void sort_findings(struct kernel_result *r) {
    for (uint32_t i = 1; i < r->finding_count; i++)
        for (uint32_t k = i; k > 0 && r->findings[k].level > r->findings[k - 1].level; k--) {
            struct finding swap = r->findings[k];
            r->findings[k] = r->findings[k - 1];
            r->findings[k - 1] = swap;
        }
}

/* Advice about every launch holds where every launch is what was judged: a barrier that some proof needs is not redundant. */
static void drop_advice(const struct judge *j, struct kernel_result *r) {
    uint32_t kept = 0;
    bool is_judged = j->asked & (PROPERTY_RACE | PROPERTY_DIVERGENCE);
    for (uint32_t i = 0; i < r->advice_count; i++) {
        bool is_repair = r->advice[i].rule == ADVICE_MISSING_BARRIER && r->properties[PROP_RACE] == VERDICT_REFUTED;
        if (!is_judged || is_repair)
            r->advice[kept++] = r->advice[i];
    }
    r->advice_count = kept;
}

static void add_stats(struct kernel_stats *all, const struct kernel_stats *one) {
    all->seconds += one->seconds;
    all->seconds_prove += one->seconds_prove;
    all->seconds_replay += one->seconds_replay;
    all->seconds_search += one->seconds_search;
    all->pairs += one->pairs;
    all->pairs_structural += one->pairs_structural;
    all->pairs_algebra += one->pairs_algebra;
    all->queries += one->queries;
    all->queries_repeated += one->queries_repeated;
    all->solver_steps += one->solver_steps;
}

static struct kernel_result *merge(struct judge *j) {
    struct kernel_result *r = arena_alloc(j->arena, sizeof *r);
    struct merged m = {0};
    *r = j->base ? *j->base : *j->results[0];
    if (!j->base) {
        r->block_given = j->options->block[0] != 0;
        r->grid_given = j->options->grid[0] != 0;
        memcpy(r->block, j->options->block, sizeof r->block);
        memcpy(r->grid, j->options->grid, sizeof r->grid);
    }
    for (uint32_t i = 0; i < j->launches->count; i++)
        if (is_first_of_scope(j, i))
            take_site(j, &m, i);
    if (j->base)
        take_base(j, &m);
    for (uint32_t i = j->base ? 0 : 1; i < j->launches->count; i++)
        if (is_first_of_scope(j, i))
            add_stats(&r->stats, &j->results[i]->stats);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(j->asked & PROPERTY_BIT[p]))
            continue;
        r->properties[p] = verdict_of_sites(j, p);
        r->of_program[p] = true;
        r->sufficient[p] = r->properties[p] == VERDICT_UNPROVED ? sufficient_of_sites(j, p) : NULL;
        r->others[p] = r->properties[p] == VERDICT_REFUTED ? NULL : words_of_others(j, p);
    }
    give(j, &m, r);
    sort_findings(r);
    drop_advice(j, r);
    r->sites = j->sites;
    r->site_count = j->launches->count;
    r->verdict = kernel_result_verdict(r);
    return r;
}

/* Whether options leave launches out that a site may be. */
static bool is_narrow(const struct check_options *o) {
    return o->block[0] > 0 || o->grid[0] > 0 || o->param_count > 0 || o->required_count > 0 || o->extent_count > 0 || o->dynamic_shared_given ||
           o->offset == CHECK_OFFSET_GIVEN;
}

/* Whether proofs for every launch rest on what a site may break. */
static bool is_breakable(const struct judge *j, const struct kernel_result *base) {
    bool is_found = false, overlaps = false;
    for (uint32_t i = 0; i < j->launches->count; i++)
        overlaps |= j->launches->sites[i]->overlap_count > 0;
    for (uint32_t i = 0; i < base->assumption_count; i++) {
        switch (base->assumptions[i].kind) {
        case ASSUMPTION_NO_SIGNED_OVERFLOW: case ASSUMPTION_NO_WRAP: case ASSUMPTION_UNREAD_AXES: case ASSUMPTION_IN_BOUNDS:
        case ASSUMPTION_ASSUMED: case ASSUMPTION_REQUIRED: case ASSUMPTION_NO_OFFSET:
            is_found = true;
            break;
        case ASSUMPTION_DISTINCT_POINTERS:
            is_found |= overlaps;
            break;
        case ASSUMPTION_EXITED_THREADS: case ASSUMPTION_LOCKSTEP: case ASSUMPTION_LEFT_OUT:
        case ASSUMPTION_EFFECT_FREE: case ASSUMPTION_IGNORED: case ASSUMPTION_ANNOTATIONS: case ASSUMPTION_COUNT:
            break;
        }
    }
    return is_found;
}

static bool is_proved(const struct judge *j, unsigned property) {
    return j->base && j->base->properties[property] == VERDICT_PROVED;
}

/* A proof for every launch stays one if the sites agree. */
static void keep_proofs(struct judge *j) {
    for (unsigned p = 0; p < PROP_COUNT; p++)
        if (is_proved(j, p) && !is_narrow(j->options) && verdict_of_sites(j, p) == VERDICT_PROVED)
            j->asked &= ~PROPERTY_BIT[p];
}

struct kernel_result *launches_check(struct arena *arena, const struct kernel *kernel, struct protocol *protocol,
                                     const struct check_options *options, const struct launches *launches,
                                     struct launch_protocols *protocols) {
    struct judge j = {.arena = arena, .kernel = kernel, .protocol = protocol, .options = options, .launches = launches, .protocols = protocols};
    bool has_sites = launches->count > 0 && launches->mode != LAUNCHES_ANY && options->stop_after == CHECK_WHOLE;
    if (!has_sites || launches->mode == LAUNCHES_BOTH)
        j.base = check_kernel(arena, kernel, protocol, options);
    if (!has_sites)
        return j.base;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        if ((options->properties & PROPERTY_BIT[p]) && (!is_proved(&j, p) || is_narrow(options) || is_breakable(&j, j.base)))
            j.asked |= PROPERTY_BIT[p];
    j.sites = arena_alloc(arena, launches->count * sizeof *j.sites);
    j.results = arena_alloc(arena, launches->count * sizeof *j.results);
    protocols->list = arena_alloc(arena, launches->count * sizeof *protocols->list);
    if (j.asked == 0)
        return j.base;
    judge_sites(&j);
    keep_proofs(&j);
    if (j.asked == 0) {
        j.base->sites = j.sites;
        j.base->site_count = launches->count;
        return j.base;
    }
    return merge(&j);
}

void launches_release(struct launch_protocols *protocols) {
    for (uint32_t i = 0; i < protocols->count; i++)
        protocol_destroy(protocols->list[i]);
    protocols->count = 0;
}
