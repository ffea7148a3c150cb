/* See launches.h. Nothing is proved for the program unless it is proved for every site that may launch the kernel: a site that
   says little stands for many launches, and one that cannot be judged leaves the property unproved. */
#include "check/launches.h"

#include <inttypes.h>
#include <string.h>

#include "base/buffer.h"
#include "base/vec.h"
#include "check/aliases.h"
#include "check/launch_judge.h"
#include "kernel/signature.h"
#include "protocol/launch.h"
#include "protocol/stated.h"

unsigned launches_property_of(enum rule rule) {
    switch (rule) {
    case RULE_DATA_RACE:
    case RULE_SAME_VALUE_WRITE: return PROP_RACE;
    case RULE_BARRIER_DIVERGENCE: return PROP_DIVERGENCE;
    case RULE_OUT_OF_BOUNDS:
    case RULE_MISALIGNED:
    case RULE_UNINITIALISED: return PROP_BOUNDS;
    case RULE_ASSERTION:
    case RULE_TRAP:
    case RULE_COUNT: return PROP_ASSERT;
    }
    return PROP_ASSERT;
}

static bool has_fact(const struct result_site *site, const char *fact) {
    for (uint32_t i = 0; i < site->fact_count; i++)
        if (strcmp(site->facts[i], fact) == 0)
            return true;
    return false;
}

/* Whether each launch that `a` is, is one that `b` is: it says all that `b` says. */
static bool says_all(const struct result_site *a, const struct result_site *b) {
    for (uint32_t i = 0; i < b->fact_count; i++)
        if (!has_fact(a, b->facts[i]))
            return false;
    return true;
}

static bool is_same_scope(const struct result_site *a, const struct result_site *b) {
    return says_all(a, b) && says_all(b, a);
}

/* ---- one site judged ---- */

/* One allocation behind two pointers, where a proof takes pointers for distinct: no proof, unless there is one for every distance between
   the two. A violation at some distance need not be one of the program's. */
static void drop_aliased(struct judge *j, const struct launch_site *given, const struct check_options *options, struct kernel_result *r) {
    struct launch_site own = launches_own_overlaps(j, given);
    const struct launch_site *site = &own;
    if (site->overlap_count == 0)
        return;
    unsigned open = aliases_prove_overlaps(j->arena, j->kernel, j->protocol, options, site, j->protocols, r);
    if (open == 0)
        return;
    const char *why = arena_printf(j->arena, "'%s' and '%s' may get one allocation, and the analysis takes pointers for distinct",
                                   site->overlaps[0][0], site->overlaps[0][1]);
    const struct source_place place = {r->file, r->line, 0, NULL};
    struct unproved *all = arena_alloc(j->arena, (r->unproved_count + (size_t)PROP_COUNT) * sizeof *all);
    for (uint32_t i = 0; i < r->unproved_count; i++)
        all[i] = r->unproved[i];
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(open & 1u << p))
            continue;
        r->properties[p] = VERDICT_UNPROVED;
        all[r->unproved_count++] = (struct unproved){p, reason_name(REASON_ALIASED), place, why, {0}};
    }
    r->unproved = all;
}

static bool says_nothing(const struct launch_site *site) {
    return site->block[0] == 0 && site->grid[0] == 0 && !site->has_dynamic_shared && !site->dynamic_shared && !site->has_global_offset &&
           site->value_count == 0 && site->extent_count == 0 && site->relation_count == 0 && site->overlap_count == 0 && site->alias_count == 0 &&
           !site->is_plain && !site->has_shared_textures && site->initial_count == 0 && !site->omitted;
}

/* An alias is no further restriction of launches whose pointers are distinct: it is another kernel that is judged. */
static bool has_same_aliases(const struct launch_site *a, const struct launch_site *b) {
    bool is_same = a->alias_count == b->alias_count;
    for (uint32_t i = 0; i < a->alias_count && is_same; i++) {
        const struct launch_alias *x = &a->aliases[i], *y = &b->aliases[i];
        is_same = strcmp(x->name, y->name) == 0 && strcmp(x->of, y->of) == 0 && strcmp(x->offset ? x->offset : "", y->offset ? y->offset : "") == 0;
    }
    return is_same;
}

static bool states_facts(const struct launch_site *site) {
    return site->stated_count > 0 || site->fixed_count > 0;
}

/* Whether what is proved in the same scope rests on the same assumptions at both. */
static bool is_told_alike(const struct launch_site *a, const struct launch_site *b) {
    return has_same_aliases(a, b) && a->overlap_count == 0 && b->overlap_count == 0 && a->all_distinct == b->all_distinct &&
           a->is_read == b->is_read && a->is_plain == b->is_plain && a->is_cooperative == b->is_cooperative &&
           a->has_apart_textures == b->has_apart_textures && a->has_shared_textures == b->has_shared_textures && !a->omitted == !b->omitted &&
           launches_same_inside(a, b) && launches_same_unknowns(a, b) && !states_facts(a) && !states_facts(b);
}

/* What is proved by facts rests on the products in them, and on members of structs that keep their values. */
static void add_assumed(const struct judge *j, const struct launch_site *site, struct kernel_result *r) {
    for (unsigned p = 0; p < PROP_COUNT && site->assumed_count + site->fixed_count > 0; p++) {
        struct assumption_list *list = &r->rests_on[p];
        if (r->properties[p] != VERDICT_PROVED)
            continue;
        struct assumption *all = arena_alloc(j->arena, (list->count + (size_t)site->assumed_count + site->fixed_count) * sizeof *all);
        for (uint32_t i = 0; i < list->count; i++)
            all[i] = list->list[i];
        for (uint32_t i = 0; i < site->assumed_count; i++)
            all[list->count++] = (struct assumption){.kind = ASSUMPTION_NO_SIGNED_OVERFLOW,
                                                     .text = arena_printf(j->arena, "%s, a product of signed numbers (launched at %s)",
                                                                          site->assumed[i], launch_site_place(j->arena, site))};
        for (uint32_t i = 0; i < site->fixed_count; i++)
            all[list->count++] = (struct assumption){
                .kind = ASSUMPTION_REQUIRED,
                .text = arena_printf(j->arena,
                                     "required: what --type-fact says of each %s in host code, whose members it names are constant and below 2^63",
                                     site->fixed[i])};
        list->list = all;
    }
}

struct kernel_result *launches_judge_facts(struct judge *j, const struct launch_site *plain, const struct launch_site *site,
                                           const struct check_options *options) {
    struct launch_site own = *plain;
    const struct launch_site *launch = &own;
    own.omitted = site->omitted; /* claims may tell what decides the launch */
    struct check_options keeping = *options;
    keeping.keeps_launches = launch->omitted || launch->real_count > 0 || launch->is_read; /* they are run again (launch_rerun.c) */
    struct kernel_result *r = launches_judge_options(j, launch, &keeping), *placed = launches_judge_places(j, plain, site, options, r);
    if (placed)
        return placed;
    drop_aliased(j, site, options, r);
    if (launch->is_plain)
        launches_drop_plain(j->arena, r);
    if (launch->has_shared_textures)
        launches_drop_textures(j->arena, r);
    launches_hold_contract(j, launch, options, r);
    if (launch->omitted)
        launches_doubt(j->arena, j->base, launch->omitted, r);
    if (launch->omitted)
        launches_vary_numbers(j, launch, options, r);
    if (launch->real_count > 0)
        launches_vary_reals(j, launch, options, r);
    launches_doubt_inside(j->arena, j->base, site, options, r);
    if (launch->is_read && !launch->why)
        launches_doubt_contents(j->arena, j->base, site, r);
    if (launch->is_read && !launch->why)
        launches_vary_contents(j, launch, options, r);
    if (launch->is_read && !launch->why)
        launches_rerun_contents(j, launch, r);
    if (!launch->why)
        launches_doubt_made(j->arena, j->protocol, launch, r);
    add_assumed(j, site, r);
    for (uint32_t i = 0; i < r->finding_count && !options->witness_base; i++)
        r->findings[i].witness.text = NULL;
    return r;
}

static bool is_settled(const struct judge *j, const struct kernel_result *r) {
    bool is_settled = true;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        is_settled &= !(j->asked & 1u << p) || r->properties[p] == VERDICT_PROVED || r->properties[p] == VERDICT_REFUTED;
    return is_settled;
}

/* What is said of the launch that a site stands for, with claims and without. */
static void list_all_facts(struct judge *j, uint32_t index, const struct check_options *own) {
    const struct launch_site *site = j->launches->sites[index];
    launches_list_facts(j->arena, own, site->why, &j->plain[index]);
    launches_list_places(j->arena, site, &j->plain[index]);
    if (site->claiming) {
        const struct check_options claiming = launches_options(j->arena, j->protocol, j->options, site->claiming);
        launches_list_facts(j->arena, &claiming, NULL, &j->claimed[index]);
        launches_list_places(j->arena, site->claiming, &j->claimed[index]);
    }
}

static bool has_same_claims(const struct launch_site *a, const struct launch_site *b) {
    bool is_same = a->claim_count == b->claim_count;
    for (uint32_t i = 0; i < a->claim_count && is_same; i++)
        is_same = strcmp(a->claims[i], b->claims[i]) == 0;
    return is_same;
}

/* Whether what is proved of one site is proved of the other. */
static bool is_same_launch(const struct judge *j, uint32_t a, uint32_t b) {
    const struct launch_site *x = j->launches->sites[a], *y = j->launches->sites[b];
    bool is_same = is_same_scope(&j->plain[a], &j->plain[b]) && is_told_alike(x, y) && !x->claiming == !y->claiming;
    return is_same && (!x->claiming || (has_same_claims(x->claiming, y->claiming) && is_same_scope(&j->claimed[a], &j->claimed[b])));
}

static bool is_proved_whole(const struct judge *j, const struct kernel_result *r) {
    bool is_proved = true;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        is_proved &= !(j->asked & 1u << p) || r->properties[p] == VERDICT_PROVED;
    return is_proved;
}

/* Whether what was judged of site `b` is so of site `a`: the same launch, or one of those for which all is proved there, without claims. */
static bool is_judged_by(const struct judge *j, uint32_t a, uint32_t b) {
    const struct launch_site *x = j->launches->sites[a], *y = j->launches->sites[b];
    return is_same_launch(j, a, b) ||
           (is_told_alike(x, y) && !y->why && j->facts[b] == y && is_proved_whole(j, j->results[b]) && says_all(&j->plain[a], &j->plain[b]));
}

static void take_result(struct judge *j, uint32_t index, uint32_t other) {
    bool is_own = is_same_launch(j, index, other); /* its facts are those that were used, those with claims maybe */
    j->results[index] = j->results[other];
    j->plain_results[index] = j->plain_results[other];
    j->facts[index] = j->facts[other];
    j->proved_plain[index] = j->proved_plain[other];
    j->claimed_for[index] = j->claimed_for[other];
    if (is_own) {
        j->sites[index].facts = j->sites[other].facts;
        j->sites[index].fact_count = j->sites[other].fact_count;
    }
}

static void judge_one(struct judge *j, uint32_t index) {
    const struct launch_site *site = j->launches->sites[index];
    struct check_options own = launches_options(j->arena, j->protocol, j->options, site);
    if (j->base && says_nothing(site))
        j->results[index] = j->base;
    if (site->claiming && own.search == SEARCH_POSSIBLE) /* what stays open is searched with the claims */
        own.search = SEARCH_OFF;
    if (!j->results[index])
        j->results[index] = launches_judge_facts(j, site, site, &own);
    j->plain_results[index] = j->results[index];
    if (site->claiming && !is_settled(j, j->results[index]))
        launches_use_claims(j, index);
}

/* Those that say least come first: what is proved of them is proved of those that say more. */
static void judge_sites(struct judge *j) {
    uint32_t count = j->launches->count, *order = arena_alloc(j->arena, count * sizeof *order);
    for (uint32_t i = 0; i < count; i++) {
        const struct launch_site *site = j->launches->sites[i];
        const struct check_options own = launches_options(j->arena, j->protocol, j->options, site);
        uint32_t at = i;
        list_all_facts(j, i, &own);
        j->sites[i] = (struct result_site){.file = site->file, .line = site->line, .facts = j->plain[i].facts, .fact_count = j->plain[i].fact_count};
        j->facts[i] = site;
        for (; at > 0 && j->plain[order[at - 1]].fact_count > j->plain[i].fact_count; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t other = 0; other < i && !j->results[order[i]]; other++)
            if (is_judged_by(j, order[i], order[other]))
                take_result(j, order[i], order[other]);
        if (!j->results[order[i]])
            judge_one(j, order[i]);
        for (unsigned p = 0; p < PROP_COUNT; p++)
            j->sites[order[i]].properties[p] = (j->asked & 1u << p) || !j->base ? j->results[order[i]]->properties[p] : j->base->properties[p];
    }
    launches_drop_claims(j);
}

/* ---- all sites together ---- */

struct merged {
    VEC(struct finding) findings;
    VEC(struct unproved) unproved;
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
    return count[VERDICT_REFUTED] > 0     ? VERDICT_REFUTED
           : count[VERDICT_UNPROVED] > 0  ? VERDICT_UNPROVED
           : count[VERDICT_UNCHECKED] > 0 ? VERDICT_UNCHECKED
                                          : VERDICT_PROVED;
}

/* One finding for what several sites show: the first, and among those of one level the first site's. */
static void add_site_finding(struct judge *j, struct merged *m, const struct finding *f, uint32_t site) {
    struct finding told = *f;
    const struct launch_site *launch = j->launches->sites[site];
    if (!launch->why && (!launch->omitted || f->level != LEVEL_ERROR)) { /* else the launch need not be the one that shows it */
        told.site = (struct source_place){.file = j->sites[site].file, .line = j->sites[site].line};
        const char *unknown =
            f->unknown_there && f->level == LEVEL_ERROR ? arena_printf(j->arena, "; what %s holds there is not known", f->unknown_there) : "";
        told.message = arena_printf(j->arena, "%s (launched at %s%s)", f->message, launch_site_place(j->arena, j->launches->sites[site]), unknown);
    }
    for (uint32_t i = 0; i < m->findings.size; i++) {
        struct finding *old = &m->findings.data[i];
        if (!launches_is_same_violation(old, f))
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

static void add_unchecked(struct merged *m, const char *array) {
    for (uint32_t i = 0; i < m->unchecked.size; i++)
        if (strcmp(m->unchecked.data[i], array) == 0)
            return;
    vec_push(&m->unchecked, array);
}

static void take_site(struct judge *j, struct merged *m, uint32_t site) {
    const struct kernel_result *r = j->results[site];
    const char *place = launch_site_place(j->arena, j->launches->sites[site]);
    for (uint32_t i = 0; i < r->finding_count; i++)
        if (j->asked & 1u << launches_property_of(r->findings[i].rule))
            add_site_finding(j, m, &r->findings[i], site);
    for (uint32_t i = 0; i < r->unproved_count; i++) {
        struct unproved u = r->unproved[i];
        u.detail = arena_printf(j->arena, "%s (launched at %s)", u.detail ? u.detail : u.reason, place);
        if (j->asked & 1u << u.property)
            add_unproved(m, &u);
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
        launches_tell_of_others(j, &f);
        if (j->asked & 1u << launches_property_of(f.rule)) {
            for (uint32_t s = 0; s < of_sites; s++)
                is_shown |= launches_is_same_violation(&m->findings.data[s], &f);
            if (is_shown || !finding_is_violation(&f))
                continue;
            f.elsewhere = true;
            f.level = LEVEL_WARNING;
            f.message = arena_printf(j->arena, "other launches: %s", f.message);
        }
        vec_push(&m->findings, f);
    }
    for (uint32_t i = 0; i < r->unproved_count; i++)
        if (!(j->asked & 1u << r->unproved[i].property))
            add_unproved(m, &r->unproved[i]);
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
        if (launches_property_of(r->findings[i].rule) == property && finding_is_violation(&r->findings[i]))
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
#define GIVE(field, count)                                                                                                                           \
    r->field = arena_alloc(j->arena, ((size_t)m->field.size + 1) * sizeof *r->field);                                                                \
    for (uint32_t i = 0; i < m->field.size; i++)                                                                                                     \
        r->field[i] = m->field.data[i];                                                                                                              \
    r->count = m->field.size;                                                                                                                        \
    vec_release(&m->field)
    GIVE(findings, finding_count);
    GIVE(unproved, unproved_count);
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

void launches_add_stats(struct kernel_stats *all, const struct kernel_stats *one) {
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

/* Accesses that stay inside at every site: at most as many as where they are fewest. */
static void count_inside(const struct judge *j, struct kernel_stats *all) {
    all->global_accesses_inside = UINT64_MAX;
    for (uint32_t i = 0; i < j->launches->count; i++) {
        const struct kernel_stats *one = &j->results[i]->stats;
        all->global_accesses = one->global_accesses;
        all->global_accesses_inside =
            one->global_accesses_inside < all->global_accesses_inside ? one->global_accesses_inside : all->global_accesses_inside;
    }
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
            launches_add_stats(&r->stats, &j->results[i]->stats);
    if (j->asked & PROPERTY_BOUNDS)
        count_inside(j, &r->stats);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(j->asked & 1u << p))
            continue;
        r->properties[p] = verdict_of_sites(j, p);
        r->of_program[p] = true;
        r->sufficient[p] = r->properties[p] == VERDICT_UNPROVED ? sufficient_of_sites(j, p) : NULL;
        r->others[p] = r->properties[p] == VERDICT_REFUTED ? NULL : words_of_others(j, p);
    }
    give(j, &m, r);
    launches_give_assumptions(j, r);
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

/* Whether a proof for every launch rests on what a site may break. */
static bool is_breakable(const struct judge *j, const struct assumption_list *rests_on) {
    bool is_found = false, overlaps = false, is_plain = false, has_textures = false;
    for (uint32_t i = 0; i < j->launches->count; i++)
        is_plain |= j->launches->sites[i]->is_plain;
    for (uint32_t i = 0; i < j->launches->count; i++)
        has_textures |= j->launches->sites[i]->has_shared_textures;
    for (uint32_t i = 0; i < j->launches->count; i++)
        overlaps |= j->launches->sites[i]->overlap_count > 0 || j->launches->sites[i]->alias_count > 0;
    for (uint32_t i = 0; i < rests_on->count; i++) {
        switch (rests_on->list[i].kind) {
        case ASSUMPTION_NO_SIGNED_OVERFLOW:
        case ASSUMPTION_NO_WRAP:
        case ASSUMPTION_UNREAD_AXES:
        case ASSUMPTION_IN_BOUNDS:
        case ASSUMPTION_ASSUMED:
        case ASSUMPTION_REQUIRED:
        case ASSUMPTION_NO_OFFSET:
        case ASSUMPTION_UNIFORM_GROUPS:
        case ASSUMPTION_EXITED_THREADS: is_found = true; break;
        case ASSUMPTION_DISTINCT_POINTERS: is_found |= overlaps; break;
        case ASSUMPTION_COOPERATIVE: is_found |= is_plain; break;
        case ASSUMPTION_SEPARATE_TEXTURES: is_found |= has_textures; break;
        case ASSUMPTION_LOCKSTEP:
        case ASSUMPTION_LEFT_OUT:
        case ASSUMPTION_EFFECT_FREE:
        case ASSUMPTION_IGNORED:
        case ASSUMPTION_ANNOTATIONS:
        case ASSUMPTION_COUNT: break;
        }
    }
    return is_found;
}

static bool is_proved(const struct judge *j, unsigned property) {
    return j->base && j->base->properties[property] == VERDICT_PROVED;
}

/* Whether the sites prove the property without claims. */
static bool is_proved_plain(const struct judge *j, unsigned property) {
    bool is_plain = verdict_of_sites(j, property) == VERDICT_PROVED;
    for (uint32_t i = 0; i < j->launches->count && is_plain; i++)
        is_plain = j->facts[i]->claim_count == 0 || (j->proved_plain[i] & 1u << property);
    return is_plain;
}

/* A proof for every launch stays one if the sites agree. */
static void keep_proofs(struct judge *j) {
    for (unsigned p = 0; p < PROP_COUNT; p++)
        if ((j->asked & 1u << p) && is_proved(j, p) && !is_narrow(j->options) && is_proved_plain(j, p)) {
            j->asked &= ~(1u << p);
            j->kept |= 1u << p;
        }
}

struct kernel_result *launches_check(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                     const struct launches *launches, struct launch_protocols *protocols) {
    struct judge j = {.arena = arena, .kernel = kernel, .protocol = protocol, .options = options, .launches = launches, .protocols = protocols};
    bool has_sites = launches->count > 0 && launches->mode != LAUNCHES_ANY && options->stop_after == CHECK_WHOLE;
    if (!has_sites || launches->mode == LAUNCHES_BOTH)
        j.base = aliases_check(arena, kernel, protocol, options, protocols);
    if (!has_sites)
        return j.base;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        if ((options->properties & 1u << p) && (!is_proved(&j, p) || is_narrow(options) || is_breakable(&j, &j.base->rests_on[p])))
            j.asked |= 1u << p;
    if (launches_have_contract(protocol))
        j.asked |= options->properties & 1u << PROP_ASSERT;
    j.sites = arena_alloc(arena, launches->count * sizeof *j.sites);
    j.results = arena_alloc(arena, launches->count * sizeof *j.results);
    j.plain_results = arena_alloc(arena, launches->count * sizeof *j.plain_results);
    j.proved_plain = arena_alloc(arena, launches->count * sizeof *j.proved_plain);
    j.claimed_for = arena_alloc(arena, launches->count * sizeof *j.claimed_for);
    j.plain = arena_alloc(arena, launches->count * sizeof *j.plain);
    j.claimed = arena_alloc(arena, launches->count * sizeof *j.claimed);
    j.facts = arena_alloc(arena, launches->count * sizeof *j.facts);
    if (j.asked != 0)
        judge_sites(&j);
    keep_proofs(&j);
    if (j.asked != 0)
        return merge(&j);
    launches_give_assumptions(&j, j.base);
    for (uint32_t i = 0; i < j.base->finding_count && j.kept != 0; i++)
        launches_tell_of_others(&j, &j.base->findings[i]);
    j.base->sites = j.sites;
    j.base->site_count = j.kept != 0 ? launches->count : 0;
    return j.base;
}

void launches_release(struct launch_protocols *protocols) {
    for (uint32_t i = 0; i < protocols->list.size; i++)
        protocol_destroy(protocols->list.data[i]);
    vec_release(&protocols->list);
}
