/* Answers of the solver to questions that kernels before this one asked: other instances of its
   template (cli/plan.h). A question is its terms up to the names of symbols and
   functions: operators, constants, and of each symbol what the prover goes by (width, role,
   scope, range). Questions that are equal so far are the same to the solver, so an answer
   holds for all of them. What an answer cost is charged again, so that a kernel's budget
   ends where it would end alone; an answer that was not found in a budget is not found in a
   smaller one. */
#ifndef WP_PROVE_ANSWERS_H
#define WP_PROVE_ANSWERS_H

#include "base/vec.h"
#include "prove/frame/prover.h"
#include "smt/smt.h"

enum question_kind { QUESTION_INTEGERS, QUESTION_PRODUCTS, QUESTION_BITS, QUESTION_MODEL };

struct asked {
    VEC(uint64_t) words;     /* the question, serialised */
    VEC(symbol_ref) symbols; /* in order of first occurrence */
    uint64_t hash;
};

struct kept_answer {
    enum smt_result result;
    uint64_t budget, steps;
    const uint64_t *values; /* SMT_SAT of QUESTION_MODEL: by symbol of the question; else NULL */
};

/* Makes the question about `terms`, in this order. To be released. */
void asked_make(const struct prover *prover, enum question_kind kind, const term_ref *terms, uint32_t count, struct asked *asked);
void asked_release(struct asked *asked);

/* Call when a run of the prover begins: answers kept from now on are not used in this run. */
void answers_begin(struct prove_answers *answers);

/* Whether an earlier run kept an answer that holds within the budget. Answers of the same run are not used, so that a kernel is
   decided alike whether other kernels stand in its file or not. */
bool answers_find(const struct prover *prover, const struct asked *asked, uint64_t budget, struct kept_answer *answer);
/* Keeps the answer, its values copied. */
void answers_keep(struct prover *prover, const struct asked *asked, struct kept_answer answer);

#endif
