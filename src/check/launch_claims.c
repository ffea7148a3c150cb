/* Facts that rest on claims are used where something is proved or refuted with them. */
#include "check/launch_judge.h"

static bool is_settled(const struct kernel_result *r, unsigned property) {
    return r->properties[property] == VERDICT_PROVED || r->properties[property] == VERDICT_REFUTED;
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
        }
        if (is_useful)
            continue;
        j->results[i] = j->plain_results[i];
        j->facts[i] = j->launches->sites[i];
        j->sites[i].facts = j->plain[i].facts;
        j->sites[i].fact_count = j->plain[i].fact_count;
        for (unsigned p = 0; p < PROP_COUNT; p++)
            j->sites[i].properties[p] = (j->asked & 1u << p) || !j->base ? j->results[i]->properties[p] : j->base->properties[p];
    }
}
