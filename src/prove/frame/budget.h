/* A budget counts the solver steps that a kernel may still use. A share limits one part of the work to some of them. */
#ifndef WP_PROVE_BUDGET_H
#define WP_PROVE_BUDGET_H

#include <assert.h>
#include <stdint.h>

struct budget {
    uint64_t left;
};

/* The smaller of `wanted` and the steps that are left. */
static inline uint64_t budget_most(const struct budget *budget, uint64_t wanted) {
    return budget->left < wanted ? budget->left : wanted;
}

/* Subtracts steps that were used; the budget does not fall below 0. */
static inline void budget_pay(struct budget *budget, uint64_t steps) {
    budget->left -= budget_most(budget, steps);
}

/* A share: between budget_begin and budget_end, `left` counts the steps of the share only. */
struct budget_share {
    uint64_t before, given;
};

/* Begins a share of at most `most` of the steps that are left. */
static inline struct budget_share budget_begin(struct budget *budget, uint64_t most) {
    struct budget_share share = {budget->left, budget_most(budget, most)};
    budget->left = share.given;
    return share;
}

/* Ends the share: gives back the steps it did not use and returns those it did. */
static inline uint64_t budget_end(struct budget *budget, struct budget_share share) {
    assert(budget->left <= share.given && share.given <= share.before);
    uint64_t used = share.given - budget->left;
    budget->left = share.before - used;
    return used;
}

/* Begins work that has `own` steps of its own: they are not taken from the kernel's. */
static inline struct budget_share budget_begin_own(struct budget *budget, uint64_t own) {
    struct budget_share share = {budget->left, own};
    budget->left = own;
    return share;
}

/* Ends that work: restores the kernel's steps and returns what is left of the work's own. */
static inline uint64_t budget_end_own(struct budget *budget, struct budget_share share) {
    uint64_t left = budget->left;
    assert(left <= share.given);
    budget->left = share.before;
    return left;
}

#endif
