/* Facts that rest on claims are used where something is proved or refuted with them. */
#include "check/launch_judge.h"

static bool is_settled(const struct kernel_result *r, unsigned property) {
    return r->properties[property] == VERDICT_PROVED || r->properties[property] == VERDICT_REFUTED;
}

/* Sizes that claims tell show that bounds are not proved, where they would go unchecked without. */
static bool is_told_of(const struct kernel_result *plain, const struct kernel_result *claimed, unsigned property) {
    return plain->properties[property] == VERDICT_UNCHECKED && claimed->properties[property] == VERDICT_UNPROVED;
}

/* Whether `b` settles something that `a` does not. */
static bool settles_more(const struct kernel_result *a, const struct kernel_result *b, unsigned open) {
    bool is_more = false;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        is_more |= (open & 1u << p) && !is_settled(a, p) && (is_settled(b, p) || is_told_of(a, b, p));
    return is_more;
}

static void add_claims(const struct judge *j, const struct launch_site *claiming, struct assumption_list *to) {
    struct assumption *all = arena_alloc(j->arena, (to->count + (size_t)claiming->claim_count) * sizeof *all);
    for (uint32_t i = 0; i < to->count; i++)
        all[i] = to->list[i];
    for (uint32_t i = 0; i < claiming->claim_count; i++)
        all[to->count++] =
            (struct assumption){.kind = ASSUMPTION_NO_WRAP,
                                .text = arena_printf(j->arena, "%s (launched at %s)", claiming->claims[i], launch_site_place(j->arena, claiming))};
    to->list = all;
}

/* The findings and reasons of `plain`, but of the open properties those of `claimed`. */
static void take_open(const struct judge *j, const struct kernel_result *plain, const struct kernel_result *claimed, unsigned open,
                      struct kernel_result *r) {
    const struct kernel_result *from[2] = {plain, claimed};
    r->findings = arena_alloc(j->arena, (plain->finding_count + (size_t)claimed->finding_count + 1) * sizeof *r->findings);
    r->unproved = arena_alloc(j->arena, (plain->unproved_count + (size_t)claimed->unproved_count + 1) * sizeof *r->unproved);
    r->finding_count = r->unproved_count = 0;
    for (int k = 0; k < 2; k++) {
        unsigned taken = k == 0 ? ~open : open;
        for (uint32_t i = 0; i < from[k]->finding_count; i++)
            if (taken & 1u << launches_property_of(from[k]->findings[i].rule))
                r->findings[r->finding_count++] = from[k]->findings[i];
        for (uint32_t i = 0; i < from[k]->unproved_count; i++)
            if (taken & 1u << from[k]->unproved[i].property)
                r->unproved[r->unproved_count++] = from[k]->unproved[i];
    }
}

/* What is judged without claims, but of the open properties what is judged with them. */
static struct kernel_result *join(const struct judge *j, const struct kernel_result *plain, const struct kernel_result *claimed, unsigned open,
                                  const struct launch_site *claiming) {
    struct kernel_result *r = arena_alloc(j->arena, sizeof *r);
    *r = *plain;
    take_open(j, plain, claimed, open, r);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(open & 1u << p))
            continue;
        r->properties[p] = claimed->properties[p];
        r->sufficient[p] = claimed->sufficient[p];
        r->rests_on[p] = claimed->rests_on[p];
        add_claims(j, claiming, &r->rests_on[p]);
    }
    if (open & PROPERTY_BOUNDS) {
        r->unchecked = claimed->unchecked;
        r->unchecked_count = claimed->unchecked_count;
        r->stats.global_accesses_inside = claimed->stats.global_accesses_inside;
    }
    launches_add_stats(&r->stats, &claimed->stats);
    r->verdict = kernel_result_verdict(r);
    return r;
}

/* Bounds of arrays whose size is not known: claims that tell no further size settle nothing. */
static bool lacks_sizes(const struct kernel_result *r, const struct launch_site *site, unsigned open) {
    return open == PROPERTY_BOUNDS && r->properties[PROP_BOUNDS] == VERDICT_UNCHECKED && site->claiming->extent_count <= site->extent_count;
}

/* What is judged of `properties` with the claims. */
static struct kernel_result *judge_claimed(struct judge *j, const struct launch_site *site, unsigned properties) {
    const struct check_options own = launches_options(j->arena, j->protocol, j->options, site->claiming);
    unsigned asked = j->asked;
    j->asked = properties;
    struct kernel_result *r = launches_judge_facts(j, site, site->claiming, &own);
    j->asked = asked;
    return r;
}

/* How many assumptions of `list` the properties of `told` do not rest on. */
static uint32_t count_others(const struct assumption_list *list, const struct kernel_result *r, unsigned told) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        bool is_told = false;
        for (unsigned p = 0; p < PROP_COUNT; p++)
            is_told |= (told & 1u << p) && launches_has_assumption(r->rests_on[p].list, r->rests_on[p].count, &list->list[i]);
        count += !is_told;
    }
    return count;
}

static bool rests_on_sizes(const struct assumption_list *list) {
    bool is_found = false;
    for (uint32_t i = 0; i < list->count; i++)
        is_found |= list->list[i].kind == ASSUMPTION_NO_WRAP || list->list[i].kind == ASSUMPTION_NO_SIGNED_OVERFLOW;
    return is_found;
}

/* Claims that other properties rest on may discharge what a proof without them assumed of sizes: that proof is then taken with them.
   `claimed`: the properties that rest on them; returns those that do now. */
static unsigned take_shorter(struct judge *j, uint32_t index, unsigned claimed) {
    const struct launch_site *site = j->launches->sites[index];
    struct kernel_result *r = j->results[index];
    unsigned asked = 0;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        asked |= (j->asked & ~claimed & 1u << p) && r->properties[p] == VERDICT_PROVED && rests_on_sizes(&r->rests_on[p]) ? 1u << p : 0;
    if (asked == 0)
        return claimed;
    const struct kernel_result *again = judge_claimed(j, site, asked);
    unsigned told = claimed;
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(asked & 1u << p) || again->properties[p] != VERDICT_PROVED)
            continue;
        struct assumption_list with = again->rests_on[p];
        add_claims(j, site->claiming, &with);
        if (count_others(&with, r, told) >= count_others(&r->rests_on[p], r, told))
            continue;
        r->rests_on[p] = with;
        claimed |= 1u << p;
    }
    launches_add_stats(&r->stats, &again->stats);
    return claimed;
}

void launches_use_claims(struct judge *j, uint32_t index) {
    const struct launch_site *site = j->launches->sites[index], *claiming = site->claiming;
    const struct kernel_result *plain = j->results[index];
    unsigned open = 0;
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        open |= (j->asked & 1u << p) && !is_settled(plain, p) ? 1u << p : 0;
        j->proved_plain[index] |= plain->properties[p] == VERDICT_PROVED ? 1u << p : 0;
    }
    if (open == 0 || lacks_sizes(plain, site, open))
        return;
    const struct kernel_result *claimed = judge_claimed(j, site, open);
    if (!settles_more(plain, claimed, open))
        return;
    j->results[index] = join(j, plain, claimed, open, claiming);
    j->facts[index] = claiming;
    j->claimed_for[index] = take_shorter(j, index, open);
    j->sites[index].facts = j->claimed[index].facts;
    j->sites[index].fact_count = j->claimed[index].fact_count;
}

static bool is_proved_everywhere(const struct judge *j, unsigned property) {
    bool is_proved = true;
    for (uint32_t i = 0; i < j->launches->count; i++)
        is_proved &= j->results[i]->properties[property] == VERDICT_PROVED;
    return is_proved;
}

void launches_drop_claims(struct judge *j) {
    for (uint32_t i = 0; i < j->launches->count; i++) {
        bool is_useful = j->facts[i]->claim_count == 0;
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            bool is_gain = (j->asked & 1u << p) && is_settled(j->results[i], p) && !is_settled(j->plain_results[i], p);
            is_useful |= is_gain && (j->results[i]->properties[p] == VERDICT_REFUTED || is_proved_everywhere(j, p));
            is_useful |= (j->asked & 1u << p) && is_told_of(j->plain_results[i], j->results[i], p);
        }
        if (is_useful)
            continue;
        j->results[i] = j->plain_results[i];
        j->facts[i] = j->launches->sites[i];
        j->claimed_for[i] = 0;
        j->sites[i].facts = j->plain[i].facts;
        j->sites[i].fact_count = j->plain[i].fact_count;
        for (unsigned p = 0; p < PROP_COUNT; p++)
            j->sites[i].properties[p] = (j->asked & 1u << p) || !j->base ? j->results[i]->properties[p] : j->base->properties[p];
    }
}
