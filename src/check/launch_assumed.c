/* What the verdicts of a kernel rest on that is judged at the launches of its program. */
#include <string.h>

#include "base/vec.h"
#include "check/launch_judge.h"
#include "check/merged.h"
#include "prove/prove.h"

struct assumptions {
    VEC(struct assumption) all;
};

bool launches_has_assumption(const struct assumption *list, uint32_t count, const struct assumption *a) {
    bool is_found = false;
    for (uint32_t i = 0; i < count && !is_found; i++)
        is_found = list[i].kind == a->kind && strcmp(list[i].text, a->text) == 0;
    return is_found;
}

static void add_assumption(struct assumptions *list, const struct assumption *a) {
    if (!launches_has_assumption(list->all.data, list->all.size, a))
        vec_push(&list->all, *a);
}

/* The user's conditions are told in the same form: one that ends as a fact of the launch is none. */
static bool is_about(const struct assumption *a, const char *relation) {
    static const char required[] = "required: ";
    const size_t length = sizeof required - 1;
    return a->kind == ASSUMPTION_REQUIRED && strncmp(a->text, required, length) == 0 && strcmp(a->text + length, relation) == 0;
}

/* The fact of a type that states what is assumed; NULL: none does. */
static const struct launch_stated *find_stated(const struct launch_site *site, const struct assumption *a) {
    for (uint32_t i = 0; i < site->stated_count; i++)
        if (is_about(a, site->stated[i].relation))
            return &site->stated[i];
    return NULL;
}

/* Arguments do not overlap. That pointers in memory do not, host code does not show alone: kernels may write them. */
static bool is_of_arguments(const struct assumption *a) {
    return a->kind == ASSUMPTION_DISTINCT_POINTERS && strncmp(a->text, prove_held_apart, strlen(prove_held_apart)) != 0;
}

/* What is read in host code is no assumption, unless a fact of a type states it. */
static bool is_told(const struct launch_site *site, const struct assumption *a) {
    bool is_found = (is_of_arguments(a) && site->all_distinct) || (a->kind == ASSUMPTION_COOPERATIVE && site->is_cooperative) ||
                    (a->kind == ASSUMPTION_SEPARATE_TEXTURES && site->has_apart_textures);
    for (uint32_t i = 0; i < site->relation_count && site->is_read && !find_stated(site, a); i++)
        is_found |= is_about(a, site->relations[i]);
    return is_found;
}

/* What the property rests on at a site; `r` is what was judged there. */
static void add_site_assumptions(const struct judge *j, uint32_t site, const struct kernel_result *r, const struct launch_site *facts,
                                 unsigned property, struct assumptions *out) {
    for (uint32_t i = 0; i < r->rests_on[property].count; i++) {
        struct assumption a = r->rests_on[property].list[i];
        if (is_told(facts, &a))
            continue;
        const struct launch_stated *stated = find_stated(facts, &a);
        if (stated)
            a.text = arena_printf(j->arena, "required: %s (launched at %s)", stated->fact, launch_site_place(j->arena, j->launches->sites[site]));
        else if (a.kind == ASSUMPTION_REQUIRED)
            a.text = arena_printf(j->arena, "%s (launched at %s)", a.text, launch_site_place(j->arena, j->launches->sites[site]));
        add_assumption(out, &a);
    }
}

/* Every launch of the program passes pointers into different allocations: what holds there is no assumption. */
static bool are_all_distinct(const struct judge *j) {
    bool are_distinct = true;
    for (uint32_t i = 0; i < j->launches->count; i++)
        are_distinct &= j->launches->sites[i]->all_distinct && j->launches->sites[i]->is_read;
    return are_distinct;
}

/* So is what every launch says of other things that proofs assume. */
static bool is_told_everywhere(const struct judge *j, const struct assumption *a) {
    bool is = a->kind == ASSUMPTION_COOPERATIVE || a->kind == ASSUMPTION_SEPARATE_TEXTURES;
    for (uint32_t i = 0; i < j->launches->count; i++)
        is = is && is_told(j->launches->sites[i], a);
    return is;
}

/* At each launch: what other proofs there assume of accesses is shown then, under what is assumed for the bounds. */
static bool are_bounds_proved(const struct judge *j) {
    bool are_proved = (j->asked & PROPERTY_BOUNDS) != 0;
    for (uint32_t i = 0; i < j->launches->count && are_proved; i++)
        are_proved = j->results[i]->properties[PROP_BOUNDS] == VERDICT_PROVED;
    return are_proved;
}

static void drop_shown(struct assumptions *list) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->all.size; i++)
        if (list->all.data[i].kind != ASSUMPTION_IN_BOUNDS)
            list->all.data[kept++] = list->all.data[i];
    list->all.size = kept;
}

/* The facts that what is said of the property at the site rests on: those with claims only where they were needed. */
static const struct launch_site *facts_of(const struct judge *j, uint32_t site, unsigned property) {
    return j->claimed_for[site] & 1u << property ? j->facts[site] : j->launches->sites[site];
}

/* Where the launches stand, each place once. */
static struct merged_places all_places(const struct judge *j) {
    struct merged_places places = {.list = arena_alloc(j->arena, ((size_t)j->launches->count + 1) * sizeof *places.list)};
    for (uint32_t i = 0; i < j->launches->count; i++) {
        const char *place = launch_site_place(j->arena, j->launches->sites[i]);
        bool is_listed = false;
        for (uint32_t k = 0; k < places.count; k++)
            is_listed |= strcmp(place, places.list[k]) == 0;
        places.list[places.count] = place;
        places.count += !is_listed;
        places.is_shared |= is_listed;
    }
    return places;
}

/* Nothing is proved or shown of it there, no condition either: it rests on nothing. */
static bool is_open(const struct kernel_result *r, unsigned property) {
    enum verdict verdict = r->properties[property];
    return verdict == VERDICT_UNCHECKED || (verdict == VERDICT_UNPROVED && !r->sufficient[property]);
}

void launches_give_assumptions(const struct judge *j, struct kernel_result *r) {
    struct assumptions here = {0}, elsewhere = {0};
    bool are_distinct = are_all_distinct(j);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        bool is_asked = j->asked & 1u << p, is_kept = j->kept & 1u << p;
        for (uint32_t i = 0; i < j->launches->count && (is_asked || is_kept); i++) /* what one launch rests on is told where others are open */
            if (!is_open(j->results[i], p))
                add_site_assumptions(j, i, j->results[i], facts_of(j, i, p), p, &here);
        for (uint32_t i = 0; j->base && !is_asked && !is_open(j->base, p) && i < j->base->rests_on[p].count; i++) {
            const struct assumption *a = &j->base->rests_on[p].list[i];
            bool is_shown = (are_distinct && is_of_arguments(a)) || is_told_everywhere(j, a);
            add_assumption(is_kept || is_shown ? &elsewhere : &here, a);
        }
    }
    if (are_bounds_proved(j))
        drop_shown(&here);
    r->assumptions = arena_alloc(j->arena, ((size_t)here.all.size + 1) * sizeof *r->assumptions);
    r->elsewhere = arena_alloc(j->arena, ((size_t)elsewhere.all.size + 1) * sizeof *r->elsewhere);
    r->assumption_count = r->elsewhere_count = 0;
    for (uint32_t i = 0; i < here.all.size; i++)
        r->assumptions[r->assumption_count++] = here.all.data[i];
    for (uint32_t i = 0; i < elsewhere.all.size; i++)
        if (!launches_has_assumption(here.all.data, here.all.size, &elsewhere.all.data[i]))
            r->elsewhere[r->elsewhere_count++] = elsewhere.all.data[i];
    const struct merged_places places = all_places(j);
    merged_assumptions(j->arena, r->assumptions, &r->assumption_count, &places);
    merged_assumptions(j->arena, r->elsewhere, &r->elsewhere_count, NULL);
    vec_release(&here.all);
    vec_release(&elsewhere.all);
}

bool launches_have_contract(const struct protocol *protocol) {
    bool has = false;
    for (uint32_t i = 0; i < protocol->assert_count; i++)
        has |= protocol->asserts[i].kind == CLAIM_ASSUME;
    return has;
}
