/* Steps that are left: of a kernel, and of parts of the work that have a share of their own. */
#ifndef WP_PROVE_BUDGET_H
#define WP_PROVE_BUDGET_H

#include <assert.h>
#include <stdint.h>

struct budget { uint64_t left; };

/* At most `wanted`, of what is left. */
static inline uint64_t budget_most(const struct budget *budget, uint64_t wanted) {
    return budget->left < wanted ? budget->left : wanted;
}

/* Steps were used. */
static inline void budget_pay(struct budget *budget, uint64_t steps) {
    budget->left -= budget_most(budget, steps);
}

/* Work that may use a share: between begin and end only that is left. */
struct budget_share { uint64_t before, given; };

/* At most `most` of what is left. */
static inline struct budget_share budget_begin(struct budget *budget, uint64_t most) {
    struct budget_share share = {budget->left, budget_most(budget, most)};
    budget->left = share.given;
    return share;
}

/* Gives back what was not used; returns what was. */
static inline uint64_t budget_end(struct budget *budget, struct budget_share share) {
    assert(budget->left <= share.given && share.given <= share.before);
    uint64_t used = share.given - budget->left;
    budget->left = share.before - used;
    return used;
}

/* Work with steps of its own, `own`, which are not the kernel's. */
static inline struct budget_share budget_begin_own(struct budget *budget, uint64_t own) {
    struct budget_share share = {budget->left, own};
    budget->left = own;
    return share;
}

/* The kernel's steps are as they were; returns what is left of the work's own. */
static inline uint64_t budget_end_own(struct budget *budget, struct budget_share share) {
    uint64_t left = budget->left;
    assert(left <= share.given);
    budget->left = share.before;
    return left;
}

#endif
